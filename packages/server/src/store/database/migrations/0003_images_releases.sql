-- Images. Bytes are kept by content outside the database (see blob-storage.ts); everything that is known of them is here.
create table blob (
  digest text primary key,
  size bigint not null,
  created_at timestamptz not null default now()
);

-- Which repository (a listing) may see which blob: pushed to it, or mounted from one its owner may pull.
create table blob_link (
  listing_id text not null references listing on delete cascade,
  digest text not null references blob,
  created_at timestamptz not null default now(),
  primary key (listing_id, digest)
);
create index blob_link_digest on blob_link (digest);

-- Uploads that are under way. One that nobody has touched for a day is removed with its bytes.
create table blob_upload (
  id text primary key,
  listing_id text not null references listing on delete cascade,
  size bigint not null default 0,
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now()
);
create index blob_upload_touched on blob_upload (touched_at);
create index blob_upload_listing on blob_upload (listing_id);

-- Manifests and indexes, byte for byte.
create table image (
  listing_id text not null references listing on delete cascade,
  digest text not null,
  media_type text not null,
  artifact_type text,
  subject_digest text,
  annotations jsonb not null default '{}',
  bytes bytea not null,
  created_at timestamptz not null default now(),
  primary key (listing_id, digest)
);
create index image_subject on image (listing_id, subject_digest) where subject_digest is not null;

-- What an image consists of: blobs of a manifest, manifests of an index.
create table image_part (
  listing_id text not null,
  image_digest text not null,
  digest text not null,
  kind text not null check (kind in ('blob', 'image')),
  primary key (listing_id, image_digest, digest),
  foreign key (listing_id, image_digest) references image (listing_id, digest) on delete cascade
);
create index image_part_digest on image_part (listing_id, digest);

create table image_tag (
  listing_id text not null,
  name text not null,
  digest text not null,
  updated_at timestamptz not null default now(),
  primary key (listing_id, name),
  foreign key (listing_id, digest) references image (listing_id, digest) on delete cascade
);
create index image_tag_digest on image_tag (listing_id, digest);

-- One version of an app: a manifest and an image. A version is used once, whatever becomes of it.
create table release (
  id text primary key,
  listing_id text not null references listing,
  version text not null,
  major integer not null,
  minor integer not null,
  patch integer not null,
  manifest jsonb not null,
  manifest_text text not null,
  image_digest text not null,
  state text not null check (state in ('UPLOADED', 'CHECKED', 'REJECTED', 'LIVE', 'SUPERSEDED', 'FAILED')),
  approved boolean not null default false,
  approved_at timestamptz,
  promoted_at timestamptz,
  problems jsonb not null default '[]',
  warnings jsonb not null default '[]',
  -- What the platform saw when the deployment never became healthy.
  failure text,
  live_at timestamptz,
  created_at timestamptz not null default now(),
  created_by text,
  unique (listing_id, version),
  foreign key (listing_id, image_digest) references image (listing_id, digest)
);
create index release_listing on release (listing_id, id);
create unique index release_one_live on release (listing_id) where state = 'LIVE';
create index release_unfinished on release (state, id) where state in ('UPLOADED', 'CHECKED');
create index release_image on release (listing_id, image_digest);

alter table listing
  add foreign key (current_release_id) references release,
  add foreign key (promoted_release_id) references release;
