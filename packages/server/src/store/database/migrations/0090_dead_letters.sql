-- Dead letters are looked up for one installation at a time.
drop index event_dead_settled;
create index event_dead_settled on event (installation_id, settled_at) where state = 'DEAD';
