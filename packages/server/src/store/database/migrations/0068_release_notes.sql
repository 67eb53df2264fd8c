-- What the publisher says about a release, in Markdown: shown where a customer is offered the release.
alter table release add column notes text not null default '';
alter table release add column notes_html text not null default '';
