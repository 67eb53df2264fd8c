-- A return to an earlier release takes effect once its deployment is healthy. Until then it is pending, and it fails when that
-- never happens. rollback_at is when it was asked for, and stays with a release that became LIVE: the later wish counts.
alter table release
  add column rollback_at timestamptz,
  add column rollback_state text check (rollback_state in ('PENDING', 'FAILED')),
  add column rollback_failure text;
create unique index release_one_rollback on release (listing_id) where rollback_state = 'PENDING';
