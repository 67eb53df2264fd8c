-- What the application itself answered where the platform answered with a problem: its status, and its message masked and sealed.
alter table call add column app_status integer, add column app_message bytea;
