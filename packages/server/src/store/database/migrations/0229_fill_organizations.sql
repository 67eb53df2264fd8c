-- Rows from before the columns. Only rows are locked: requests go on, and counts wait in memory. What belongs to nobody any more keeps the
-- empty name until it is pruned.
update attempt set organization_id = event.organization_id
  from event where event.id = attempt.event_id and attempt.organization_id = '';
update account_erasure set organization_id = installation.organization_id
  from installation where installation.id = account_erasure.installation_id and account_erasure.organization_id = '';
update field_use set organization_id = installation.organization_id
  from installation where installation.id = field_use.installation_id and field_use.organization_id = '';
update ledger set organization_id = installation.organization_id
  from installation where installation.id = ledger.installation_id and ledger.organization_id = '';
update traffic set organization_id = installation.organization_id
  from installation where installation.id = traffic.installation_id and traffic.organization_id = '';
update traffic_minute set organization_id = installation.organization_id
  from installation where installation.id = traffic_minute.installation_id and traffic_minute.organization_id = '';
