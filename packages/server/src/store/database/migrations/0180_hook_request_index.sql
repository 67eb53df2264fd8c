-- outside transaction
-- A hook is found by the request id that the application was given.
create index concurrently if not exists installation_entry_request on installation_entry ((details ->> 'requestId')) where details ? 'requestId';
