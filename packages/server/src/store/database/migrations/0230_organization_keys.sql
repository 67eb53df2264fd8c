-- outside transaction
-- The indexes of the new primary keys. What a row is found by stays in front, so that one index serves as before.
create unique index concurrently if not exists event_key on event (id, organization_id);
create unique index concurrently if not exists attempt_key on attempt (id, organization_id);
create unique index concurrently if not exists call_key on call (id, organization_id);
create unique index concurrently if not exists call_payload_key on call_payload (call_id, organization_id);
create unique index concurrently if not exists tenant_call_key on tenant_call (id, organization_id);
create unique index concurrently if not exists shadow_batch_key on shadow_batch (id, organization_id);
create unique index concurrently if not exists account_erasure_key on account_erasure (event_id, organization_id);
create unique index concurrently if not exists pricing_key on pricing (id, organization_id);
create unique index concurrently if not exists last_answer_key on last_answer (installation_id, request_digest, organization_id);
create unique index concurrently if not exists field_use_key on field_use (installation_id, day, release_id, name, organization_id);
create unique index concurrently if not exists ledger_key on ledger (installation_id, hour, release_id, organization_id);
create unique index concurrently if not exists traffic_key on traffic (installation_id, slot, kind, organization_id);
create unique index concurrently if not exists traffic_minute_key on traffic_minute (installation_id, slot, kind, organization_id);
-- The former keys of tables in which the former release adds to a row that may be there: it names them. They go a release later.
create unique index concurrently if not exists pricing_former on pricing (id);
create unique index concurrently if not exists last_answer_former on last_answer (installation_id, request_digest);
create unique index concurrently if not exists field_use_former on field_use (installation_id, day, release_id, name);
create unique index concurrently if not exists ledger_former on ledger (installation_id, hour, release_id);
create unique index concurrently if not exists traffic_former on traffic (installation_id, slot, kind);
create unique index concurrently if not exists traffic_minute_former on traffic_minute (installation_id, slot, kind);
