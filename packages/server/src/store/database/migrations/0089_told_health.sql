-- What the people who run an installation were told last about its health.
create table told_health (
  installation_id text primary key references installation on delete cascade,
  code text not null,
  at timestamptz not null
);
