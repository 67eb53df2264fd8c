-- Requests of installations by minute, for charts of the last hour: of `traffic` five minutes would be one bar. Kept for a few hours.
create table traffic_minute (
  installation_id text not null,
  slot timestamptz not null,
  kind text not null check (kind in ('delivery', 'call')),
  requests integer not null,
  failed integer not null,
  classes integer[] not null,
  slowest_ms integer not null default 0,
  primary key (installation_id, slot, kind)
) with (fillfactor = 70);
create index traffic_minute_slot on traffic_minute (slot);
