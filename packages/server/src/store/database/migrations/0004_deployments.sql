-- One release being run. At most one per release; kept while an installation or a rollout refers to the release.
create table deployment (
  id text primary key,
  release_id text not null unique,
  listing_id text not null references listing,
  state text not null check (state in ('STARTING', 'RUNNING', 'SICK', 'STOPPING', 'STOPPED', 'FAILED')),
  replicas integer not null default 1 check (replicas between 1 and 10),
  generation integer not null default 1,
  starting_at timestamptz not null,
  idle_since timestamptz,
  crashes integer not null default 0,
  restarts integer not null default 0,
  next_start_at timestamptz,
  reason text,
  -- Whoever cares for it: one process at a time.
  lease_holder text,
  lease_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index deployment_listing on deployment (listing_id, id);
create index deployment_care on deployment (lease_until) where state not in ('STOPPED', 'FAILED');

-- One container of a deployment.
create table instance (
  id text primary key,
  deployment_id text not null references deployment,
  generation integer not null,
  engine text not null,
  state text not null check (state in ('STARTING', 'HEALTHY', 'SICK', 'DRAINING', 'STOPPED')),
  since timestamptz not null,
  address text,
  streak integer not null default 0,
  misses integer not null default 0,
  checked_at timestamptz,
  exit_reason text,
  log_cursor text,
  -- Once stopped and its last output taken in, the engine may forget it.
  forgotten boolean not null default false,
  created_at timestamptz not null
);
create index instance_deployment on instance (deployment_id, id);
create index instance_living on instance (deployment_id) where not forgotten;

-- What containers wrote, masked, for the publisher alone.
create table container_log (
  id bigint generated always as identity primary key,
  listing_id text not null references listing on delete cascade,
  deployment_id text not null references deployment,
  instance_id text not null,
  at timestamptz not null,
  stream text not null check (stream in ('stdout', 'stderr')),
  text text not null
);
create index container_log_deployment on container_log (deployment_id, id);
create index container_log_listing on container_log (listing_id, id);
create index container_log_at on container_log (at);

-- What instances used, one row a minute, for charts.
create table figure (
  deployment_id text not null references deployment,
  at timestamptz not null,
  cpu_seconds double precision not null,
  memory_bytes bigint not null,
  processes integer not null,
  instances integer not null,
  restarts integer not null,
  primary key (deployment_id, at)
);
create index figure_at on figure (at);
