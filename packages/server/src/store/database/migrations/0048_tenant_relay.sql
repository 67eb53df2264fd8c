-- How applications reach the policy system: with the customer's own token, or through the relay, which lets them read or also change.
alter table tenant add column relay text not null default 'off' check (relay in ('off', 'read', 'write'));

-- Every request that an application made through the relay: how it went, never what it carried.
create table tenant_call (
  id text primary key,
  installation_id text not null,
  organization_id text not null,
  listing_id text not null,
  release_id text not null,
  method text not null,
  path text not null,
  at timestamptz not null,
  status integer not null,
  code text,
  duration_ms integer not null,
  request_size bigint not null,
  answer_size bigint not null,
  request_id text not null,
  trace_id text not null
);
create index tenant_call_installation on tenant_call (installation_id, id desc);
create index tenant_call_trace on tenant_call (installation_id, trace_id);
create index tenant_call_at on tenant_call (at);
