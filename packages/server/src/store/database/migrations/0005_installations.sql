-- A customer's launched app. What is still to do follows from these columns alone, so a worker that is killed at any
-- point goes on from here: a release to take (target_release_id), a revision the app was not told of
-- (told_revision < revision), a registration that is due (register_due), and what must be undone when it stops
-- (registered, started, install_sent_at).
create table installation (
  id text primary key,
  organization_id text not null references organization,
  listing_id text not null references listing,
  tenant_id text not null,
  release_id text not null,
  target_release_id text,
  -- The followed release that was last decided on, so that a choice made since is not undone by it.
  considered_release_id text,
  -- The configuration that goes with the target release, sealed: it takes effect when the release does.
  target_configuration bytea,
  state text not null check (state in
    ('PENDING', 'STARTING', 'REGISTERING', 'RUNNING', 'STOPPING', 'STOPPED', 'UNINSTALLING', 'UNINSTALLED', 'ERROR')),
  reason text,
  route_id text not null unique,
  revision integer not null default 1,
  told_revision integer not null default 0,
  pinned boolean not null default false,
  test boolean not null,
  install_sent_at timestamptz,
  install_done_at timestamptz,
  uninstall_done boolean not null default false,
  started boolean not null default false,
  registered boolean not null default false,
  register_due boolean not null default false,
  last_failure jsonb,
  -- The step being done: since when, how often tried, where an answer is polled.
  step text,
  step_since timestamptz,
  step_tries integer not null default 0,
  step_poll text,
  step_detail text,
  -- Counts the wishes of people, so that a worker notices that what it does is no longer wanted.
  wish integer not null default 1,
  due_at timestamptz,
  lease_owner text,
  lease_until timestamptz,
  -- Keys of a former epoch are revoked.
  key_epoch integer not null default 1,
  -- Rises with everything that the state interface or the gateway answers differently.
  generation bigint not null default 1,
  created_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index installation_organization on installation (organization_id, id);
create index installation_listing on installation (listing_id, id);
create index installation_tenant on installation (tenant_id);
create index installation_release on installation (release_id);
create index installation_target on installation (target_release_id) where target_release_id is not null;
create index installation_due on installation (due_at) where due_at is not null;

-- Numbered revisions: readable values only. Of write-only settings they say entered, kept or cleared.
create table configuration (
  installation_id text not null references installation on delete cascade,
  revision integer not null,
  release_id text not null,
  settings jsonb not null,
  mappings jsonb not null,
  marks jsonb not null default '{}',
  restored_from integer,
  created_by_kind text not null,
  created_by_id text not null,
  created_by_label text not null,
  created_at timestamptz not null default now(),
  primary key (installation_id, revision)
);

-- The current value of each write-only setting, sealed. There is no other copy, and no former one.
create table secret (
  installation_id text not null references installation on delete cascade,
  name text not null,
  sealed bytea not null,
  updated_at timestamptz not null default now(),
  primary key (installation_id, name)
);

-- What the tenant proves itself with at the gateway. Two are valid at once during a rotation: the older one goes when
-- the newer one is registered in the tenant.
create table caller_secret (
  id text primary key,
  installation_id text not null references installation on delete cascade,
  hash bytea not null,
  sealed bytea not null,
  registered_at timestamptz,
  created_at timestamptz not null default now()
);
create index caller_secret_installation on caller_secret (installation_id, id);

-- What x-MKT-key is signed with, sealed. A former one verifies until the last key signed with it has expired.
create table signing_key (
  id text primary key,
  sealed bytea not null,
  created_at timestamptz not null default now()
);

-- How often an application read a customer's state.
create table ledger (
  installation_id text not null references installation on delete cascade,
  release_id text not null,
  hour timestamptz not null,
  reads bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (installation_id, hour, release_id)
);

-- The platform's own log of an installation: moves, hooks, registration.
create table installation_entry (
  id text primary key,
  installation_id text not null references installation on delete cascade,
  at timestamptz not null default now(),
  kind text not null,
  level text not null check (level in ('info', 'warning', 'error')),
  message text not null,
  details jsonb not null default '{}'
);
create index installation_entry_installation on installation_entry (installation_id, id);
