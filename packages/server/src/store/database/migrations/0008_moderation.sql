-- A review is about one release of a listing. At most one is open for a listing.
create table review (
  id text primary key,
  listing_id text not null references listing,
  release_id text not null references release,
  state text not null check (state in ('OPEN', 'APPROVED', 'CHANGES_REQUESTED', 'WITHDRAWN')),
  reason text,
  opened_by text not null,
  decided_by text,
  created_at timestamptz not null default now(),
  decided_at timestamptz
);
create unique index review_open on review (listing_id) where state = 'OPEN';
create index review_state on review (state, id);
create index review_listing on review (listing_id, id);

create table review_message (
  id text primary key,
  review_id text not null references review,
  author text not null,
  moderator boolean not null,
  text text not null,
  at timestamptz not null default now()
);
create index review_message_review on review_message (review_id, id);

-- What a person waits for. Read by one person, addressed to one person.
create table notification (
  id text primary key,
  person_id text not null references person,
  organization_id text references organization,
  kind text not null,
  title text not null,
  text text not null,
  link text,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  mailed_at timestamptz
);
create index notification_person on notification (person_id, id);
create index notification_unread on notification (person_id) where read_at is null;
