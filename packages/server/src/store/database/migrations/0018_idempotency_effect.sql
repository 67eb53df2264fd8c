-- Which request holds the key, and on what it took effect: written in the transaction of the effect itself, so that a process
-- that is killed at any line leaves behind what a repeat must know.
alter table idempotency add column request_id text, add column effect jsonb;
