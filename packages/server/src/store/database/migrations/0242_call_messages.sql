-- outside transaction
-- An erasure looks into the messages that applications gave with failed calls; few calls have one.
create index concurrently if not exists call_message on call (installation_id, id) where app_message is not null;
