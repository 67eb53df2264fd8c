-- outside transaction
-- What an organization was notified of lately is read for its alert rules.
create index concurrently if not exists notification_organization on notification (organization_id, id);
