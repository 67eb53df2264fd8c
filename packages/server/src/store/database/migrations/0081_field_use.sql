-- Names of policy fields that an application was sent and changed, never values: by installation, day and release.
-- The empty name counts what was beyond the bounds. `unread` of that row: calls whose bodies were not read.
create table field_use (
  installation_id text not null,
  day date not null,
  release_id text not null,
  name text not null,
  sent bigint not null,
  changed bigint not null,
  unread bigint not null default 0,
  primary key (installation_id, day, release_id, name)
) with (fillfactor = 70);
create index field_use_day on field_use (day);
