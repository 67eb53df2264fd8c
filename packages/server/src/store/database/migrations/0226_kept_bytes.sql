-- How many bytes are kept of an installation, by the hour they came in: one that keeps more than its share loses the oldest.
create table kept_bytes (
  kind text not null check (kind in ('events', 'payloads')),
  installation_id text not null,
  hour timestamptz not null,
  bytes bigint not null,
  primary key (kind, installation_id, hour)
);

-- Up to which moment each kind is counted.
create table kept_count (
  kind text primary key check (kind in ('events', 'payloads')),
  upto timestamptz not null
);
