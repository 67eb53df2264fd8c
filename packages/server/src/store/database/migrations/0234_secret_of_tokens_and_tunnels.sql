-- The secret of an API key that a token was made with, and a tunnel opened with: a tunnel ends when its key gets another one. Null: made
-- by a process of a former release, which did not note it.
alter table session add column secret_hash bytea;
alter table tunnel add column secret_hash bytea;
