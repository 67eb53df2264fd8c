-- outside transaction
-- Rows are written about in the order of time, so a small index finds the old ones.
create index concurrently if not exists ledger_hour on ledger using brin (hour);
