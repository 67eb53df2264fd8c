-- Wrong passwords are counted per account and address: whoever guesses locks out themselves, not the owner of the account.
-- Accounts that do not exist are counted too, so that a lock does not tell who has one. What was counted by account alone is no longer used.
create table sign_in_attempt (
  account_hash bytea not null,
  address text not null,
  failed integer not null,
  locked_until timestamptz,
  at timestamptz not null,
  primary key (account_hash, address)
);
create index sign_in_attempt_at on sign_in_attempt (at);
