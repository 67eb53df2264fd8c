-- Data keys, wrapped by a master key: one current key per organization.
create table data_key (
  id text primary key,
  organization_id text not null,
  wrapped bytea not null,
  master_key_id text not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
create unique index data_key_current on data_key (organization_id) where retired_at is null;
create index data_key_master on data_key (master_key_id);

-- The change feed: who was connected is told at once, who was away reads what it missed by transaction number.
create table change (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  topic text not null,
  subject text not null,
  at timestamptz not null default now()
);
create index change_xid on change (xid);
create index change_at on change (at);

-- Requests that may be sent twice, by caller and key, with the first answer.
create table idempotency (
  caller text not null,
  key text not null,
  fingerprint text not null,
  status integer,
  headers jsonb,
  body bytea,
  secret_shown boolean not null default false,
  locked_until timestamptz,
  created_at timestamptz not null default now(),
  primary key (caller, key)
);
create index idempotency_created on idempotency (created_at);

-- Facts about this platform as a whole, for example how far the change feed was pruned.
create table platform_fact (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);
