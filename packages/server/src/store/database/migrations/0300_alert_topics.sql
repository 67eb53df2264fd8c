-- A rule may also pass on what members are notified of, by topic. What came before it watched is not told.
alter table alert_rule add column topics text[] not null default '{}', add column watching_since timestamptz;
alter table alert_rule drop constraint alert_rule_kind_check;
alter table alert_rule add constraint alert_rule_kind_check
  check (kind in ('failing', 'dead_letters', 'slow', 'credential', 'update', 'notifications'));
