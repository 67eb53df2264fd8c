-- What a synchronous call carried, kept only where the installation turned recording on: sealed, for seven days.
alter table installation add column recording boolean not null default false;

create table call_payload (
  call_id text primary key,
  installation_id text not null,
  organization_id text not null,
  sealed bytea not null,
  at timestamptz not null
);
create index call_payload_at on call_payload (at);
