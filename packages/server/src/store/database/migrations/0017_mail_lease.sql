-- A process that mails a notification holds it for a while; when it is killed before the mail is out, another one mails it.
alter table notification add column mail_lease_until timestamptz;
