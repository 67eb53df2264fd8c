-- The processes of the platform, so that operators see each of them. A row is renewed while its process lives.
create table process (
  id text primary key,
  host text not null,
  roles text[] not null,
  version text not null,
  report jsonb not null,
  started_at timestamptz not null,
  seen_at timestamptz not null
);
