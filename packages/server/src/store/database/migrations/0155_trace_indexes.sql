-- outside transaction
-- Records are found by their trace. A hash index holds four bytes a row, so that accepting an event costs hardly more.
create index concurrently if not exists event_trace on event using hash (substr(traceparent, 4, 32));
create index concurrently if not exists call_trace on call using hash (trace_id);
create index concurrently if not exists tenant_call_of_trace on tenant_call using hash (trace_id);
create index concurrently if not exists installation_entry_trace on installation_entry ((details ->> 'traceId')) where details ? 'traceId';
