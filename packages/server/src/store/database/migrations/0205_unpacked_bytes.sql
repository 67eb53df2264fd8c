-- What an image takes when it is unpacked; null for those that were read before it was counted.
alter table sbom add column unpacked_bytes bigint;
