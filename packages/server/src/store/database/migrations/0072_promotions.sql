-- A release that is given to customers in waves. RUNNING until the last wave, or until it is halted and the wave returned.
create table promotion (
  id text primary key,
  listing_id text not null references listing (id) on delete cascade,
  release_id text not null references release (id) on delete cascade,
  state text not null check (state in ('RUNNING', 'DONE', 'HALTED')),
  waves integer[] not null,
  wave integer not null,
  every_hours real not null,
  gates jsonb not null,
  reason text,
  created_by text not null,
  created_at timestamptz not null,
  wave_at timestamptz not null,
  ended_at timestamptz
);
create unique index promotion_running on promotion (listing_id) where state = 'RUNNING';
create index promotion_release on promotion (release_id, id);

-- The release that a running promotion gives to this installation, and the one it was returned from.
alter table installation add column wave_release_id text references release (id) on delete set null;
alter table installation add column returned_release_id text references release (id) on delete set null;
create index installation_wave on installation (wave_release_id) where wave_release_id is not null;
