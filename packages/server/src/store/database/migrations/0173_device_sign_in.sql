-- A tool that asks to sign in from a machine without a browser (RFC 8628). Both codes are stored as SHA-256; a person who is
-- signed in types the short one and decides.
create table device_sign_in (
  device_hash bytea primary key,
  user_hash bytea not null unique,
  address text not null,
  user_agent text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  polled_at timestamptz,
  decision text not null default 'waiting' check (decision in ('waiting', 'approved', 'refused')),
  person_id text references person on delete cascade,
  -- The session that approved it: the tool is as sure as that one, which has to be open still.
  session_id text,
  organization_id text references organization on delete cascade
);
create index device_sign_in_expires on device_sign_in (expires_at);
create index device_sign_in_person on device_sign_in (person_id) where person_id is not null;
create index device_sign_in_organization on device_sign_in (organization_id) where organization_id is not null;
