-- A moderator suspended the listing and stopped its installations: none of them starts until it is reinstated.
alter table listing add column installations_stopped boolean not null default false;
