-- Who sent an event, and by which address of ours: told to the application with every attempt, as it is with every other request.
alter table event add column forwarding jsonb;
