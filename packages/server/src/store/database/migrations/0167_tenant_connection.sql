-- How the policy system answered when it was asked last: shown on the tenant's page and while a launch waits for it.
alter table tenant add column checked_at timestamptz;
alter table tenant add column latency_ms integer;
alter table tenant add column trouble text;
alter table tenant add column trouble_reason text;
alter table tenant add column trouble_since timestamptz;
