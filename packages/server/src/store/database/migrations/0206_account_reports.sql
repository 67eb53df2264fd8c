-- The platform hears of anonymized accounts itself: such a report has no event, so the sealed account stands with the erasure until it is done.
alter table account_erasure add column account bytea;
create index account_erasure_repeat on account_erasure (repeat_key) where repeat_key is not null;
-- When the policy system declined the webhook for it; it is not asked again for a day.
alter table registration add column reports_declined_at timestamptz;
