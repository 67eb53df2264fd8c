-- Erasures that are carried out again a little later: calls and answers that a process held in memory may have been written since.
-- Whom to forget is sealed; null for everything. The row goes with the last look.
create table late_erasure (
  organization_id text not null,
  id text not null,
  installation_id text not null,
  locators bytea,
  at timestamptz not null,
  due_at timestamptz not null,
  looks integer not null default 0,
  primary key (id, organization_id)
);
create index late_erasure_due on late_erasure (due_at);
