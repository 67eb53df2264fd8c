-- Whether the account of a report was read and erased. A report whose body was gone is done, but says nothing about other reports of its event.
alter table account_erasure add column carried_out boolean not null default false;

-- The request that an answer was given to, sealed: an erasure looks for whom it names. Null: kept by the former release.
alter table last_answer add column request bytea;
