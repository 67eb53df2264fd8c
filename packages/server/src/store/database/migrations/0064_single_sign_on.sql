-- The OpenID Connect provider of an organization; the one without an organization is for the platform's own people.
create table sso_connection (
  id text primary key,
  organization_id text references organization,
  issuer text not null,
  client_id text not null,
  -- Sealed, write-only.
  sealed_secret bytea,
  groups_claim text not null default 'groups',
  default_role text not null default 'viewer',
  group_roles jsonb not null default '[]',
  -- The provider asks for a second factor by itself, although its tokens do not say so.
  trust_mfa boolean not null default false,
  enforced boolean not null default false,
  -- The last sign-in or test that went through all its steps.
  worked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index sso_connection_organization on sso_connection (coalesce(organization_id, ''));

-- Domains of mail addresses that an organization showed by DNS to be its own. Verified, a domain belongs to one of them.
create table sso_domain (
  id text primary key,
  organization_id text references organization,
  domain text not null,
  token text not null,
  verified_at timestamptz,
  checked_at timestamptz,
  -- When checks began to fail; after a while the domain is no longer verified.
  failing_since timestamptz,
  created_at timestamptz not null default now()
);
create unique index sso_domain_own on sso_domain (coalesce(organization_id, ''), domain);
create unique index sso_domain_verified on sso_domain (domain) where verified_at is not null;
create index sso_domain_checked on sso_domain (checked_at) where verified_at is not null;

-- People as a provider knows them: by issuer and subject of one connection, never by mail address.
create table sso_identity (
  connection_id text not null references sso_connection on delete cascade,
  issuer text not null,
  subject text not null,
  person_id text not null references person,
  email text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (connection_id, issuer, subject)
);
create index sso_identity_person on sso_identity (person_id);

-- Sessions that a provider began end with its connection.
alter table session add column connection_id text references sso_connection on delete cascade;
alter table session add column provider_factor boolean not null default false;
create index session_connection on session (connection_id) where connection_id is not null;
