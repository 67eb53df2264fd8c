-- When an engine last got the image of a release; null for those that no engine got since this is noted.
alter table release add column unpacked_at timestamptz;
