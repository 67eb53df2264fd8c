-- The Markdown of a listing is rendered once, when it is stored. The HTML counts only with the rules it was rendered by.
alter table listing
  add column about_html text not null default '',
  add column requirements_html text not null default '',
  add column html_rules integer not null default 0;
create index listing_html_rules on listing (html_rules);
