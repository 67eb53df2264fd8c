-- What the instances of a deployment were asked, beside what they used.
alter table figure
  add column requests integer not null default 0,
  add column failed integer not null default 0,
  add column p50_ms integer,
  add column p95_ms integer;

-- Counted by whoever sends requests, taken by whoever writes the next point.
create table request_tally (
  deployment_id text primary key references deployment,
  requests integer not null,
  failed integer not null,
  buckets integer[] not null
);
