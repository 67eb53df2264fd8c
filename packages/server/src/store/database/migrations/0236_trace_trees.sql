-- outside transaction
-- A hash index keeps equal values in a chain that every insert walks through: a caller that names the same trace in each request would make
-- the accepts of all others slower with each of them. A tree keeps them in a list.
create index concurrently if not exists event_of_trace on event (substr(traceparent, 4, 32));
create index concurrently if not exists call_of_trace on call (trace_id);
create index concurrently if not exists tenant_call_in_trace on tenant_call (trace_id);
create index concurrently if not exists trace_span_of_trace on trace_span (trace_id);
drop index concurrently if exists event_trace;
drop index concurrently if exists call_trace;
drop index concurrently if exists tenant_call_of_trace;
drop index concurrently if exists trace_span_trace;
