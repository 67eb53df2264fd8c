-- The directory of an organization that provisions members by SCIM 2.0. Its token is stored as SHA-256.
create table scim_directory (
  organization_id text primary key references organization,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

-- A person as the directory has them. The person is found or made when the user is active for the first time.
create table scim_user (
  id text primary key,
  organization_id text not null references scim_directory on delete cascade,
  person_id text references person,
  -- The directory made the account, so it also names it.
  made_person boolean not null default false,
  user_name text not null,
  external_id text,
  active boolean not null,
  display_name text,
  given_name text,
  family_name text,
  email text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index scim_user_name on scim_user (organization_id, lower(user_name));
create unique index scim_user_person on scim_user (organization_id, person_id) where person_id is not null;
create index scim_user_external on scim_user (organization_id, external_id);
create index scim_user_email on scim_user (organization_id, lower(email));
create index scim_user_of_person on scim_user (person_id) where person_id is not null;

create table scim_group (
  id text primary key,
  organization_id text not null references scim_directory on delete cascade,
  display_name text not null,
  external_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index scim_group_name on scim_group (organization_id, lower(display_name));

create table scim_group_member (
  group_id text not null references scim_group on delete cascade,
  user_id text not null references scim_user on delete cascade,
  primary key (group_id, user_id)
);
create index scim_group_member_user on scim_group_member (user_id);

-- The one organization that the session of a tool reaches.
alter table session add column organization_id text references organization on delete cascade;

-- Approvals of `mkt login --sso` wait here like other steps of a sign-in; those of a person go with the person's sessions.
create index sign_in_step_person on sign_in_step (person_id) where person_id is not null;
