-- People. The password is kept as a salted scrypt hash, never the password.
create table person (
  id text primary key,
  email text not null,
  name text not null default '',
  password_hash text,
  platform_role text check (platform_role in ('moderator', 'operator')),
  failed_sign_ins integer not null default 0,
  locked_until timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index person_email on person (lower(email));

create table organization (
  id text primary key,
  name text not null unique,
  title text not null,
  disabled_at timestamptz,
  disabled_reason text,
  created_at timestamptz not null default now()
);

create table member (
  organization_id text not null references organization,
  person_id text not null references person,
  role text not null check (role in ('owner', 'admin', 'developer', 'viewer')),
  created_at timestamptz not null default now(),
  primary key (organization_id, person_id)
);
create index member_person on member (person_id);

-- API keys: the secret is kept as SHA-256 of 256 random bits; a former one works until its grace period ends.
create table api_key (
  id text primary key,
  organization_id text not null references organization,
  name text not null,
  client_id text not null unique,
  secret_hash bytea not null,
  previous_hash bytea,
  previous_until timestamptz,
  scopes text[] not null,
  created_by text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_key_organization on api_key (organization_id, id);

-- Sessions of people and tokens of API keys, found by the SHA-256 of what the client holds.
create table session (
  id text primary key,
  token_hash bytea not null unique,
  person_id text references person,
  api_key_id text references api_key,
  address text,
  user_agent text,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((person_id is null) <> (api_key_id is null))
);
create index session_person on session (person_id, id);
create index session_api_key on session (api_key_id);
create index session_expires on session (expires_at);

-- One-time links: invitations to an organization, accounts to be made, passwords to be set anew.
create table one_time_link (
  id text primary key,
  token_hash bytea not null unique,
  kind text not null check (kind in ('invitation', 'password')),
  email text not null,
  organization_id text references organization,
  role text check (role in ('admin', 'developer', 'viewer')),
  person_id text references person,
  created_by text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_link_organization on one_time_link (organization_id, id) where used_at is null;

create table listing (
  id text primary key,
  organization_id text not null references organization,
  app_name text not null,
  name text not null unique,
  title text not null,
  variant text not null check (variant in ('connected', 'enterprise')),
  state text check (state in ('DRAFT', 'VERIFIED', 'PUBLIC', 'SUSPENDED', 'RETIRED')),
  summary text not null default '',
  about text not null default '',
  requirements text not null default '',
  category text not null default 'other',
  support_contact text not null default '',
  links jsonb not null default '[]',
  draft_manifest jsonb,
  -- The LIVE release, and the promoted one that other organizations launch and follow.
  current_release_id text,
  promoted_release_id text,
  suspended_reason text,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  published_at timestamptz,
  search tsvector generated always as (
    setweight(to_tsvector('simple', replace(name, '/', ' ') || ' ' || title), 'A') ||
    setweight(to_tsvector('english', title || ' ' || summary), 'B') ||
    setweight(to_tsvector('english', about || ' ' || requirements), 'C')
  ) stored,
  unique (organization_id, app_name)
);
create index listing_search on listing using gin (search);
create index listing_state on listing (state, id);
create index listing_organization on listing (organization_id, id);

create table picture (
  id text primary key,
  listing_id text not null references listing on delete cascade,
  kind text not null check (kind in ('logo', 'screenshot')),
  width integer not null,
  height integer not null,
  bytes bytea not null,
  created_at timestamptz not null default now()
);
create index picture_listing on picture (listing_id, id);

-- The publisher's own values for its containers: write-only, sealed.
create table variable (
  listing_id text not null references listing on delete cascade,
  name text not null,
  sealed bytea not null,
  updated_at timestamptz not null default now(),
  primary key (listing_id, name)
);

-- Every change: who, with what credential, from where, what. Rows are only ever added.
create table audit (
  id text primary key,
  at timestamptz not null default now(),
  organization_id text,
  actor_kind text not null,
  actor_id text not null,
  actor_label text not null,
  address text,
  request_id text,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  details jsonb not null default '{}'
);
create index audit_organization on audit (organization_id, id);
create index audit_subject on audit (subject_id, id);
create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit rows are never changed or removed';
end
$$;
create trigger audit_append_only before update or delete on audit for each row execute function audit_is_append_only();
