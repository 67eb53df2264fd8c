-- A release that gets copies of an installation's live calls: its answers are compared, not used.
alter table installation add column shadow_release_id text references release (id) on delete set null;
create index installation_shadow on installation (shadow_release_id) where shadow_release_id is not null;

-- The container that serves the shadows of a release, cared for by one worker at a time.
create table shadow_instance (
  release_id text primary key references release (id) on delete cascade,
  instance_id text not null,
  address text,
  failure text,
  lease_owner text not null,
  lease_until timestamptz not null
);

-- Compared calls in batches, sealed for the customer.
create table shadow_batch (
  id text primary key,
  installation_id text not null,
  release_id text not null,
  organization_id text not null,
  calls integer not null,
  dropped integer not null,
  sealed bytea not null,
  at timestamptz not null
);
create index shadow_batch_installation on shadow_batch (installation_id, release_id, id);
create index shadow_batch_at on shadow_batch (at);
