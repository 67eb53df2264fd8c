-- outside transaction
-- An erasure and a trial read the recorded payloads of one installation.
create index concurrently if not exists call_payload_installation on call_payload (installation_id, call_id);
