-- A search finds an application by its category too, misspelled or not.
-- allow drop-column: the former release only reads the column, and one of the same name and type takes its place in the same transaction
alter table listing drop column search;
alter table listing add column search tsvector generated always as (
  setweight(to_tsvector('simple', regexp_replace(name || ' ' || title, '[\x01-\x2F\x3A-\x40\x5B-\x60\x7B-\x7F]+', ' ', 'g')), 'A') ||
  setweight(to_tsvector('english', regexp_replace(title || ' ' || summary, '[\x01-\x2F\x3A-\x40\x5B-\x60\x7B-\x7F]+', ' ', 'g')), 'B') ||
  setweight(to_tsvector('simple', category), 'B') ||
  setweight(to_tsvector('english', regexp_replace(about || ' ' || requirements, '[\x01-\x2F\x3A-\x40\x5B-\x60\x7B-\x7F]+', ' ', 'g')), 'C')
) stored;
create index listing_search on listing using gin (search);
