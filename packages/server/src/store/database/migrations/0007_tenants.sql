-- A customer organization's connection to its policy system.
create table tenant (
  id text primary key,
  organization_id text not null references organization,
  name text not null,
  variant text not null check (variant in ('connected', 'enterprise')),
  api_url text not null,
  host_name text not null,
  tenant_locator text,
  -- The product schema as it was read last.
  schema jsonb,
  schema_read_at timestamptz,
  -- Whoever holds the lease is the only one that registers, unregisters or mends in this tenant.
  lease_owner text,
  lease_until timestamptz,
  -- When registrations are compared with the tenant again; null while nothing is registered.
  sweep_at timestamptz,
  sweep_failures integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((variant = 'enterprise') = (tenant_locator is not null))
);
create index tenant_organization on tenant (organization_id, id);
create index tenant_sweep on tenant (sweep_at) where sweep_at is not null;

-- What we sign in with, sealed: of the tenant, or of one installation alone.
create table credential (
  id text primary key,
  tenant_id text not null references tenant on delete cascade,
  installation_id text,
  kind text not null check (kind in ('integration', 'data', 'token')),
  sealed bytea not null,
  -- Rises with every replacement, so that an outcome of former credentials is not written to new ones.
  revision integer not null default 1,
  updated_at timestamptz not null default now(),
  last_used_at timestamptz,
  last_failed_at timestamptz,
  -- Set while the policy system refuses them: signing in again would lock the account.
  refused_at timestamptz
);
create unique index credential_owner on credential (tenant_id, kind, (coalesce(installation_id, '')));
create index credential_installation on credential (installation_id) where installation_id is not null;

-- The token of a credential, sealed, and who is renewing it.
create table token (
  credential_id text primary key references credential on delete cascade,
  credential_revision integer not null,
  sealed bytea,
  obtained_at timestamptz,
  expires_at timestamptz,
  lease_owner text,
  lease_until timestamptz
);

-- What an installation wants registered in its tenant. The row is written before the tenant is touched and removed after
-- the tenant is clean, so that whatever a crash leaves behind is known and put right by the sweep.
create table registration (
  installation_id text primary key,
  organization_id text not null references organization,
  tenant_id text not null references tenant,
  state text not null check (state in ('REGISTERING', 'REGISTERED', 'REMOVING')),
  -- Names, addresses, events and operations; the headers with the caller secret are in `sealed`.
  wanted jsonb not null,
  sealed bytea not null,
  -- What the last comparison found and put right.
  difference jsonb not null default '[]',
  failure text,
  checked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index registration_tenant on registration (tenant_id, installation_id);
