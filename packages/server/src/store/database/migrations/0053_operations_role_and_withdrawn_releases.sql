-- A customer's colleagues who run installations without owning the organization.
alter table member drop constraint member_role_check,
  add constraint member_role_check check (role in ('owner', 'admin', 'operations', 'developer', 'viewer'));
alter table one_time_link drop constraint one_time_link_role_check,
  add constraint one_time_link_role_check check (role in ('admin', 'operations', 'developer', 'viewer'));

-- A version is used once, except by a release that was rejected or withdrawn: those free it.
alter table release drop constraint release_state_check,
  add constraint release_state_check
    check (state in ('UPLOADED', 'CHECKED', 'REJECTED', 'LIVE', 'SUPERSEDED', 'FAILED', 'WITHDRAWN'));
alter table release drop constraint release_listing_id_version_key;
create unique index release_version on release (listing_id, version) where state not in ('REJECTED', 'WITHDRAWN');
