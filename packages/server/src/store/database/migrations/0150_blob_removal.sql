-- Bytes of images may be in object storage: a collector claims a blob, removes its bytes without an open transaction, and then deletes the row.
alter table blob add column removing_at timestamptz;
