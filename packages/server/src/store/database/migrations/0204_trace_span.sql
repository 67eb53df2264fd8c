-- Steps of traces that no other record holds: reads of state that name their trace, and the spans that applications report themselves.
create table trace_span (
  id bigint generated always as identity primary key,
  trace_id text not null,
  kind text not null check (kind in ('stateRead', 'span')),
  listing_id text not null,
  installation_id text,
  name text not null,
  at timestamptz not null,
  duration_ms integer not null,
  failed boolean not null
);
create index trace_span_trace on trace_span using hash (trace_id);
create index trace_span_listing on trace_span (listing_id, id);
create index trace_span_at on trace_span (at);
