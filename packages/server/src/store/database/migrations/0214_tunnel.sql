-- Connections over which the traffic of a test installation goes to the machine of its developer. A row is a lease: the process that
-- holds the connection renews it, and traffic goes back to the deployed release when the row is gone.
create table tunnel (
  installation_id text primary key references installation on delete cascade,
  id text not null unique,
  organization_id text not null references organization,
  opened_by text not null,
  session_id text,
  api_key_id text,
  ticket_hash bytea not null unique,
  address text,
  opened_at timestamptz not null,
  connected_at timestamptz,
  lease_until timestamptz not null,
  check ((session_id is null) <> (api_key_id is null)),
  check ((address is null) = (connected_at is null))
);
create index tunnel_organization on tunnel (organization_id);
create index tunnel_lease on tunnel (lease_until);
