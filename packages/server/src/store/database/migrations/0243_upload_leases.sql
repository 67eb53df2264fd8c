-- One request at a time writes to an upload, in whichever process. Who goes on with an upload whose writer was lost writes to a copy, which that
-- writer cannot reach: `stored_as` is its name in the storage of images. Null: its id.
alter table blob_upload
  add column lease_owner text,
  add column lease_until timestamptz,
  add column stored_as text;
