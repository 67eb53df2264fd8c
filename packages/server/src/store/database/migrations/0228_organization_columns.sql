-- The customer's organization in every table that grows with its traffic: cells are divided by it. Processes of the former release
-- name none, so a trigger fills it in for their rows alone; the default and the triggers go a release later.
alter table attempt add column organization_id text not null default '';
alter table account_erasure add column organization_id text not null default '';
alter table field_use add column organization_id text not null default '';
alter table ledger add column organization_id text not null default '';
alter table traffic add column organization_id text not null default '';
alter table traffic_minute add column organization_id text not null default '';

create function organization_of_event() returns trigger language plpgsql as $$
begin
  new.organization_id := coalesce((select organization_id from event where id = new.event_id), '');
  return new;
end $$;
create function organization_of_installation() returns trigger language plpgsql as $$
begin
  new.organization_id := coalesce((select organization_id from installation where id = new.installation_id), '');
  return new;
end $$;

create trigger attempt_organization before insert on attempt
  for each row when (new.organization_id = '') execute function organization_of_event();
create trigger account_erasure_organization before insert on account_erasure
  for each row when (new.organization_id = '') execute function organization_of_installation();
create trigger field_use_organization before insert on field_use
  for each row when (new.organization_id = '') execute function organization_of_installation();
create trigger ledger_organization before insert on ledger
  for each row when (new.organization_id = '') execute function organization_of_installation();
create trigger traffic_organization before insert on traffic
  for each row when (new.organization_id = '') execute function organization_of_installation();
create trigger traffic_minute_organization before insert on traffic_minute
  for each row when (new.organization_id = '') execute function organization_of_installation();
