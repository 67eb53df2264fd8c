-- A pinned sample: calls of an installation that its customer keeps for trials, sealed, until a date of their choice.
alter table installation add column sample_until timestamptz;
alter table installation add column sample_full boolean not null default false;

create table sample_call (
  id text primary key,
  installation_id text not null,
  organization_id text not null,
  kind text not null check (kind in ('autofill', 'rater')),
  path text not null,
  query text not null,
  timeout_ms integer not null,
  sealed bytea not null,
  at timestamptz not null
);
create index sample_call_installation on sample_call (installation_id, id);

-- One comparison of a release with the one an installation runs. The report holds premiums and is sealed for the
-- customer; what the publisher may see of it, counts and percentages, stands beside it.
create table trial (
  id text primary key,
  organization_id text not null,
  listing_id text not null,
  installation_id text not null,
  release_id text not null,
  baseline_release_id text not null,
  state text not null check (state in ('WAITING', 'RUNNING', 'DONE', 'FAILED')),
  sample text not null check (sample in ('pinned', 'recordings')),
  open_egress boolean not null default false,
  gates jsonb not null,
  failed_gates jsonb,
  isolation jsonb,
  calls integer not null default 0,
  done integer not null default 0,
  report bytea,
  publisher_report jsonb,
  failure text,
  created_by text not null,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  lease_owner text,
  lease_until timestamptz
);
create index trial_release on trial (release_id, id);
create index trial_installation on trial (installation_id, id);
create index trial_open on trial (id) where state in ('WAITING', 'RUNNING');

-- Calls of a trial that changed most, with both answers: sealed for the customer.
create table trial_call (
  trial_id text not null references trial (id) on delete cascade,
  call_id text not null,
  organization_id text not null,
  sealed bytea not null,
  primary key (trial_id, call_id)
);
