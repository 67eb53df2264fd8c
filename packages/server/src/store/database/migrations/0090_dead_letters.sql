-- outside transaction
-- Dead letters are looked up for one installation at a time.
create index concurrently if not exists event_dead_installation on event (installation_id, settled_at) where state = 'DEAD';
drop index concurrently if exists event_dead_settled;
