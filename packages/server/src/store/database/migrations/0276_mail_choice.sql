-- What a person wants no mail about; the notifications stay readable in the console.
alter table person add column no_mail_about text[] not null default '{}';
