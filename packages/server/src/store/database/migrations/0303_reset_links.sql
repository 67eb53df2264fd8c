-- How many links for a new password a person has is asked before another is mailed.
create index one_time_link_person on one_time_link (person_id, created_at) where kind = 'password' and used_at is null;
