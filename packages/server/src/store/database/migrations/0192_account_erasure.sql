-- Erasures that an event of the policy system asks for: an account was anonymized there.
create table account_erasure (
  event_id text primary key,
  installation_id text not null,
  repeat_key bytea,
  due_at timestamptz not null,
  done_at timestamptz
);
create index account_erasure_due on account_erasure (due_at) where done_at is null;
create index account_erasure_done on account_erasure (done_at) where done_at is not null;
