-- How an installation was asked and how its application answered, in slots of five minutes: what its charts are drawn
-- from, however many events and calls there were. Answer times are counted in classes, so that slots can be added up.
create table traffic (
  installation_id text not null,
  slot timestamptz not null,
  kind text not null check (kind in ('delivery', 'call')),
  requests integer not null,
  failed integer not null,
  classes integer[] not null,
  primary key (installation_id, slot, kind)
) with (fillfactor = 70);
create index traffic_slot on traffic (slot);
