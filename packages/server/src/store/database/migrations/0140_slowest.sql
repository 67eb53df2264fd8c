-- The slowest answer of each slot: a percentile is estimated from classes and can never be above it.
alter table traffic add column slowest_ms integer not null default 0;
alter table request_tally add column slowest_ms integer not null default 0;
