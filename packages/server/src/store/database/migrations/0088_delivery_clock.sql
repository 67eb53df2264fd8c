-- A pause needs time and attempts; a path that answered 410 pauses alone; dead letters are told in groups.
alter table route_health
  add column failed_attempts integer not null default 0,
  -- Path → { at, releaseId }.
  add column gone_paths jsonb not null default '{}',
  -- Dead letters settled up to this moment have been told, and when somebody was told last.
  add column dead_told_to timestamptz,
  add column dead_told_at timestamptz;

-- Nobody counted the attempts of routes that fail already. They pause by the time alone, as before.
update route_health set failed_attempts = 10 where failing_since is not null;

update route_health set
  gone_paths = (
    select coalesce(jsonb_object_agg(path, jsonb_build_object('at', paused_at, 'releaseId', paused_release_id)), '{}')
    from (select distinct path from event
      where event.installation_id = route_health.installation_id and state = 'DEAD' and reason = 'gone') as gone
  ),
  failing_since = null, warned_at = null, failed_attempts = 0,
  paused_at = null, pause_reason = null, paused_release_id = null, probe_at = null
where pause_reason = 'gone';

create index event_dead_settled on event (settled_at) where state = 'DEAD';
