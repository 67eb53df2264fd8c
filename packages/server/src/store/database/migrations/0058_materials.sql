-- What an image is made of, read from its layers when it is released.
create table sbom (
  listing_id text not null,
  image_digest text not null,
  -- The bill of materials as CycloneDX JSON; null when the image could not be read in time.
  document text,
  failure text,
  unread jsonb not null default '[]',
  made_at timestamptz not null,
  primary key (listing_id, image_digest),
  foreign key (listing_id, image_digest) references image (listing_id, digest) on delete cascade
);

create table sbom_package (
  listing_id text not null,
  image_digest text not null,
  number integer not null,
  -- The ecosystem as OSV names it, with its release; null where OSV has none.
  ecosystem text,
  ecosystem_base text,
  name text not null,
  version text not null,
  -- The name and version advisories speak of: those of the source for distributions.
  matched_name text not null,
  matched_version text not null,
  purl text not null,
  primary key (listing_id, image_digest, number),
  foreign key (listing_id, image_digest) references sbom (listing_id, image_digest) on delete cascade
);
create index sbom_package_name on sbom_package (name);
create index sbom_package_matched on sbom_package (matched_name, ecosystem_base);
