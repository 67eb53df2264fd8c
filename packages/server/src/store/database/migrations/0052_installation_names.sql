-- The customer's own name of an installation, so that two of the same app on one tenant are told apart. It begins with the app's title.
-- Empty only for rows that a process of the former version writes during an upgrade; they are shown with the app's title.
alter table installation add column name text not null default '';

update installation set name = numbered.title || case when numbered.number = 1 then '' else ' ' || numbered.number end
from (
  select installation.id, listing.title,
    row_number() over (
      partition by installation.tenant_id, installation.listing_id, installation.state = 'UNINSTALLED' order by installation.id
    ) as number
  from installation join listing on listing.id = installation.listing_id
) numbered
where numbered.id = installation.id;

create unique index installation_name on installation (tenant_id, listing_id, lower(name)) where state <> 'UNINSTALLED' and name <> '';
