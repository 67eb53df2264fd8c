-- How a person reads times and numbers; null: as the browser does, written as in the United Kingdom.
alter table person add column time_zone text, add column locale text;
