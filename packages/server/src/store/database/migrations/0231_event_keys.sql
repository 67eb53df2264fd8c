-- Events and their attempts get the organization into their primary key. The indexes are there, so this changes the catalogue alone.
-- allow drop-key: nothing adds to an event or attempt that may be there by its id, and the new key finds both by their id
alter table attempt drop constraint attempt_event_id_fkey;
alter table event drop constraint event_pkey, add constraint event_pkey primary key using index event_key;
alter table attempt drop constraint attempt_pkey, add constraint attempt_pkey primary key using index attempt_key;
alter table attempt add constraint attempt_of_event foreign key (event_id, organization_id)
  references event (id, organization_id) on delete cascade not valid;
