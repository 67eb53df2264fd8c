-- What the conformance checks found of the image of a release, as its publisher recorded it.
alter table release add column conformance jsonb;
