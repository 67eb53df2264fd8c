-- What the policy system gets when the application fails: the customer's choice for each installation.
alter table installation add column on_autofill_failure text not null default 'block'
  check (on_autofill_failure in ('block', 'skip'));
alter table installation add column on_rater_failure text not null default 'refuse'
  check (on_rater_failure in ('refuse', 'last'));
alter table installation add column last_answer_seconds integer not null default 86400
  check (last_answer_seconds between 60 and 2592000);

alter table call add column fallback text check (fallback in ('skipped', 'last'));

-- The last answer to each rater request of installations that asked for it, by the digest of path and body: sealed.
create table last_answer (
  installation_id text not null,
  request_digest bytea not null,
  organization_id text not null,
  sealed bytea not null,
  at timestamptz not null,
  primary key (installation_id, request_digest)
);
create index last_answer_at on last_answer (at);
