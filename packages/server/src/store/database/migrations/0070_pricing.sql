-- What a rater charged, one row for each call: kept for years, because a regulator may ask which release and which
-- configuration made a price. Rows are read by installation and time.
create table pricing (
  id text primary key,
  installation_id text not null,
  organization_id text not null,
  at timestamptz not null,
  release_id text not null,
  version text not null,
  release_digest text not null,
  revision integer not null,
  path text not null,
  status integer not null,
  code text,
  fallback text,
  policy_locator text,
  product text,
  operation text,
  perils jsonb not null
);
create index pricing_installation on pricing (installation_id, id);
create index pricing_at on pricing (at);
