-- Public keys with which an organization signs the images of its releases.
create table publisher_key (
  id text primary key,
  organization_id text not null references organization,
  name text not null,
  public_key text not null,
  fingerprint text not null,
  algorithm text not null,
  created_by text not null,
  created_at timestamptz not null,
  -- A retired key signs nothing new; what it signed before stays signed.
  retired_at timestamptz,
  unique (organization_id, fingerprint)
);

alter table listing add column signed_releases_only boolean not null default false;
