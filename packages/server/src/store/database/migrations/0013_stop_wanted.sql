-- Somebody of the platform wants an installation stopped that cannot be stopped yet, with the reason and who wants it.
-- The worker stops it as soon as its state allows.
alter table installation add column stop_wanted jsonb;
