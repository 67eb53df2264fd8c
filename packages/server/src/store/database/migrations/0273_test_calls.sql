-- Calls that the platform sent itself, at the wish of somebody who tries an installation.
alter table call add column test boolean not null default false;
