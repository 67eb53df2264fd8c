-- Which policies, quotes and claims a delivery, call or tenant call concerns: how activity is found by locator. Filled shortly after
-- the entry itself and removed with it. `place` is the entry's id without its prefix, which sorts by time.
create table activity_locator (
  organization_id text not null,
  locator text collate "C" not null,
  place text collate "C" not null,
  entry_id text not null,
  installation_id text not null,
  kind text not null,
  primary key (organization_id, locator, place, entry_id)
);
create index activity_locator_entry on activity_locator (entry_id);
create index activity_locator_place on activity_locator (organization_id, place);
