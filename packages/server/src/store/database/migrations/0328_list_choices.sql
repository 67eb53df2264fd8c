-- Columns that a person hid in a list of the console, and views that they saved of it.
create table list_choice (
  person_id text not null references person (id) on delete cascade,
  list text not null,
  choice jsonb not null,
  primary key (person_id, list)
);
