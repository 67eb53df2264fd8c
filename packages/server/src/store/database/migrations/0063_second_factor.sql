-- How a session began and how sure the platform is of the person behind it.
alter table session add column method text not null default 'password'
  check (method in ('password', 'passkey', 'sso', 'tool'));
alter table session add column proved_at timestamptz not null default now();
alter table session add column factor_at timestamptz;
alter table session add column last_address text;

-- An organization that lets its members in only after a second factor.
alter table organization add column require_mfa boolean not null default false;

-- Time-based one-time passwords (RFC 6238). The secret is sealed; `last_step` is the newest time step that was accepted, so a
-- code works once. Until it is confirmed with a code it protects nothing.
create table totp (
  person_id text primary key references person,
  sealed bytea not null,
  last_step bigint not null default 0,
  confirmed_at timestamptz,
  created_at timestamptz not null default now()
);

-- Recovery codes: SHA-256 of 80 random bits, each good for one use.
create table recovery_code (
  person_id text not null references person,
  code_hash bytea not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (person_id, code_hash)
);

-- Passkeys: the public half of WebAuthn credentials.
create table passkey (
  id text primary key,
  person_id text not null references person,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null,
  relying_party text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_person on passkey (person_id, id);

-- What is under way between two requests of signing in: the second step, a WebAuthn challenge. Found by the SHA-256 of what the
-- client holds, and used up by deleting it.
create table sign_in_step (
  token_hash bytea primary key,
  kind text not null,
  person_id text references person,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sign_in_step_expires on sign_in_step (expires_at);

-- Attempts at second factors, by account and by address.
create table factor_attempt (
  holder text primary key,
  failed integer not null default 0,
  locked_until timestamptz,
  at timestamptz not null default now()
);
create index factor_attempt_at on factor_attempt (at);
