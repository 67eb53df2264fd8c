-- How far the audit was sent to a collector outside, and which process is sending.
create table audit_stream (
  sink text primary key,
  cursor text not null,
  held_until timestamptz,
  sent_at timestamptz
);
