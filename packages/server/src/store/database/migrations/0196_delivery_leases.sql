-- A worker holds a route while it sends its events. Unlogged: a lease that is lost in a crash of the server is one that ended.
create unlogged table delivery_lease (
  installation_id text primary key,
  lease_holder text not null,
  lease_until timestamptz not null
);

-- A first attempt that succeeded is kept in the row of its event, which is written anyway.
alter table event
  add column first_id text,
  add column first_at timestamptz,
  add column first_ms integer,
  add column first_status integer,
  add column first_answer bytea,
  add column first_answer_size integer,
  add column first_instance_id text,
  add column first_release_id text;

-- Every attempt, wherever it is kept.
create view delivery_attempt as
  select id, event_id, number, probe, at, duration_ms, status, error, answer, answer_size, instance_id, release_id from attempt
  union all
  select first_id, id, 1, false, first_at, first_ms, first_status, null, first_answer, first_answer_size, first_instance_id,
    first_release_id
  from event where first_id is not null;
