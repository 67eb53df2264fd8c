-- What an organization asks to be told of, and where. Where a message goes and what it is signed with are sealed.
create table alert_rule (
  id text primary key,
  organization_id text not null references organization on delete cascade,
  listing_id text references listing on delete cascade,
  installation_id text references installation on delete cascade,
  name text not null,
  kind text not null check (kind in ('failing', 'dead_letters', 'slow', 'credential', 'update')),
  threshold integer not null,
  target text not null check (target in ('mail', 'webhook', 'slack')),
  shown text not null,
  sealed bytea not null,
  quiet_from text,
  quiet_to text,
  time_zone text not null,
  created_by text not null,
  created_at timestamptz not null,
  told_at timestamptz,
  try_at timestamptz,
  failures integer not null default 0,
  problem text
);
create index alert_rule_organization on alert_rule (organization_id, id);

-- What a rule found, from when it began until its end was told.
create table alert_state (
  rule_id text not null references alert_rule on delete cascade,
  subject text not null,
  title text not null,
  text text not null,
  link text not null,
  since timestamptz not null,
  told_at timestamptz,
  ended_at timestamptz,
  primary key (rule_id, subject)
);
