-- What a publisher declares about the data an application processes. A line that is absent is not stated.
alter table listing add column data_sheet jsonb not null default '{}';

-- Lines that a moderator checked, with the value that was checked: a line that says something else is not checked.
create table data_sheet_check (
  listing_id text not null references listing (id) on delete cascade,
  line text not null,
  value jsonb not null,
  checked_by text not null,
  checked_at timestamptz not null,
  primary key (listing_id, line)
);
