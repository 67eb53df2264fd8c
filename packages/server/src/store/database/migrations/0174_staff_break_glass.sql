-- Operators who come in without the provider that people of the platform have to use, with a second factor.
create table staff_break_glass (
  person_id text primary key references person on delete cascade
);
