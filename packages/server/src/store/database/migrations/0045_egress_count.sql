-- What each instance sent where, by hour, host and port: counts since the instance started, so that writing them twice is harmless.
-- Port 0: not known, as with a name that was not resolved.
create table egress_count (
  deployment_id text not null references deployment (id) on delete cascade,
  instance_id text not null,
  hour timestamptz not null,
  host text not null,
  port integer not null,
  connections bigint not null,
  sent_bytes bigint not null,
  received_bytes bigint not null,
  refused bigint not null,
  last_refusal text,
  primary key (instance_id, hour, host, port)
) with (fillfactor = 70);
create index egress_count_deployment on egress_count (deployment_id, hour);
create index egress_count_hour on egress_count (hour);
