-- Rows of the audit are never changed. One may go after 30 days at the earliest, where the operator gives the audit an end.
create or replace function audit_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '30 days' then
    return old;
  end if;
  raise exception 'audit rows are never changed, and not removed before 30 days are over';
end
$$;
