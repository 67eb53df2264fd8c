-- outside transaction
-- Ids begin with the time of receipt, so the primary key finds what was received when.
drop index concurrently if exists event_received;
