-- What the premiums of a rater call are in, as its policy names it: sums are made of one currency only.
alter table pricing add column currency text;

-- Which calls of its sample a trial takes: by time, by policy, at most so many. Empty: all of them.
alter table trial add column only_calls jsonb not null default '{}';
