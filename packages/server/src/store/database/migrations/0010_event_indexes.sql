-- Ids sort by time, so the primary key serves what this index did; every index less makes each delivery cheaper.
drop index event_received;
