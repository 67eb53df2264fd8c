-- Wrong passwords for addresses without an account are counted like any other, so that a lock does not tell who has one.
create table unknown_sign_in (
  email_hash bytea primary key,
  failed integer not null,
  locked_until timestamptz,
  at timestamptz not null
);
create index unknown_sign_in_at on unknown_sign_in (at);
