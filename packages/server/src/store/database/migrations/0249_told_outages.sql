-- When those who run a tenant's applications were told that its policy system is away: once an outage, at most once an hour.
alter table tenant add column trouble_told_at timestamptz;
