-- Between which numbers of instances the platform chooses by load; null: the publisher chose the number.
alter table deployment add column min_instances integer, add column max_instances integer;
-- The time that the counted requests took together.
alter table request_tally add column busy_ms bigint not null default 0;
