-- Known vulnerabilities in the OSV format, imported from files.
create table advisory (
  id text primary key,
  summary text not null,
  severity text not null check (severity in ('critical', 'high', 'medium', 'low', 'none', 'unknown')),
  score real,
  aliases jsonb not null default '[]',
  withdrawn_at timestamptz,
  published_at timestamptz,
  modified_at timestamptz not null
);

create table advisory_affected (
  advisory_id text not null references advisory on delete cascade,
  number integer not null,
  ecosystem text not null,
  ecosystem_base text not null,
  package text not null,
  ranges jsonb not null,
  versions jsonb not null,
  primary key (advisory_id, ecosystem_base, number)
);
create index advisory_affected_package on advisory_affected (ecosystem_base, package);

-- How old the advisories of an ecosystem are.
create table advisory_data (
  ecosystem text primary key,
  advisories integer not null,
  newest_at timestamptz,
  imported_at timestamptz not null
);

-- Advisories that fit a package of an image; made again at each import.
create table finding (
  listing_id text not null,
  image_digest text not null,
  advisory_id text not null references advisory on delete cascade,
  ecosystem text not null,
  package text not null,
  installed text not null,
  fixed jsonb not null default '[]',
  first_seen_at timestamptz not null,
  primary key (listing_id, image_digest, advisory_id, package, installed),
  foreign key (listing_id, image_digest) references sbom (listing_id, image_digest) on delete cascade
);
create index finding_advisory on finding (advisory_id);

-- What somebody says about an advisory in an app, in the states of OpenVEX, until a date.
create table finding_exception (
  id text primary key,
  listing_id text not null references listing on delete cascade,
  advisory text not null,
  package text,
  status text not null check (status in ('not_affected', 'affected', 'fixed', 'under_investigation')),
  reason text not null,
  author text not null,
  until timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index finding_exception_listing on finding_exception (listing_id, id);
