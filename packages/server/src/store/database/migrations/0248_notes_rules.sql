-- By which rules the notes of a release were rendered, so that they are rendered again when the rules change. All of them were by the first ones.
alter table release add column notes_rules integer not null default 1;
