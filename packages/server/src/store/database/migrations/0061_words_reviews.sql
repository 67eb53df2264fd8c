-- A small review: changed words of a public listing, which wait for a moderator. Null for the review of a release.
alter table review add column words jsonb;
drop index review_open;
create unique index review_open on review (listing_id, (words is null)) where state = 'OPEN';
