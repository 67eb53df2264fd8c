-- outside transaction
-- Attempts of before belong to an event as well.
alter table attempt validate constraint attempt_of_event;
