-- A draft is edited and downloaded by people, so its properties keep the order they were written in.
alter table listing alter column draft_manifest type json using draft_manifest::json;
