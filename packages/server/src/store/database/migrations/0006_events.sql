-- One accepted webhook POST: the event, and at the same time the job of delivering it.
-- due_at is when a worker may take it; a worker that took it moves due_at to the end of its lease, so that
-- an expired lease is simply due again and one index serves both.
create table event (
  id text primary key,
  installation_id text not null,
  organization_id text not null,
  listing_id text not null,
  path text not null,
  query text not null default '',
  type text,
  repeat_key bytea,
  content_type text,
  traceparent text,
  body bytea,
  size integer not null,
  received_at timestamptz not null,
  state text not null check (state in ('WAITING', 'DELIVERED', 'DEAD')),
  reason text,
  due_at timestamptz not null,
  leased_by text,
  attempt_count integer not null default 0,
  step integer not null default 0,
  crashes integer not null default 0,
  last_status integer,
  last_attempt_at timestamptz,
  settled_at timestamptz
) with (fillfactor = 80);
create unique index event_repeat on event (installation_id, path, repeat_key) where repeat_key is not null;
create index event_due on event (installation_id, due_at) where state = 'WAITING';
create index event_installation on event (installation_id, id);
create index event_dead on event (installation_id, id) where state = 'DEAD';
create index event_listing on event (listing_id, id);
create index event_received on event (received_at);

-- What happened each time a delivery was tried.
create table attempt (
  id text primary key,
  event_id text not null references event (id) on delete cascade,
  number integer not null,
  probe boolean not null default false,
  at timestamptz not null,
  duration_ms integer not null,
  status integer,
  error text,
  answer bytea,
  answer_size integer not null default 0,
  instance_id text,
  release_id text
);
create index attempt_event on attempt (event_id, id);

-- How the webhooks of a route fare: since when they fail, and whether they are paused.
create table route_health (
  installation_id text primary key,
  failing_since timestamptz,
  warned_at timestamptz,
  paused_at timestamptz,
  pause_reason text check (pause_reason in ('failing', 'gone')),
  paused_release_id text,
  probe_at timestamptz
);
create index route_health_paused on route_health (installation_id) where paused_at is not null;

-- One synchronous request through the gateway. Payloads are kept only where the installation asked for it.
create table call (
  id text primary key,
  installation_id text not null,
  organization_id text not null,
  listing_id text not null,
  kind text not null,
  method text not null,
  path text not null,
  at timestamptz not null,
  status integer not null,
  code text,
  duration_ms integer not null,
  request_size integer not null,
  answer_size integer not null,
  instance_id text,
  request_id text not null,
  trace_id text
);
create index call_installation on call (installation_id, id);
create index call_listing on call (listing_id, id);
create index call_at on call (at);
