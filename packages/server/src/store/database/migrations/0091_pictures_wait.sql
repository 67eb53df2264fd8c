-- A picture that a moderator has not approved yet belongs to a public listing but is not shown.
alter table picture add column shown boolean not null default true;
