import { describe, expect, it } from 'vitest'
import { marksOf, statementsOf } from './migration-file.ts'
import { hazardsOf, isCompatible, migrationProblems } from './migration-rules.ts'

const problemsIn = (sql: string) => migrationProblems({ number: 9000, sql })

const rulesIn = (sql: string) => hazardsOf(sql).map(({ rule }) => rule)

describe('a migration that may break the former release or block requests is found', () => {
  it.each([
    ['drop table listing;', ['drop-table']],
    ['alter table listing drop column title;', ['drop-column']],
    ['alter table listing rename column title to name;', ['rename']],
    ['alter table listing rename to app;', ['rename']],
    ['alter table listing alter column title type integer;', ['change-type']],
    ['alter table listing\n  alter title set not null;', ['set-not-null']],
    ['alter table listing add column kind text not null;', ['required-column']],
    ["alter table listing add column a text not null default '', add column b text not null;", ['required-column']],
    ['alter table listing drop constraint listing_pkey;', ['drop-key']],
    ['alter table listing drop constraint if exists listing_name_key, add column kind text;', ['drop-key']],
    ['alter table call add primary key (id, organization_id);', ['key-locks']],
    ['alter table call add constraint one unique(id);', ['key-locks']],
    ['create index event_by_day on event (received_at);', ['index-locks']],
    ['CREATE UNIQUE INDEX one ON audit (id);', ['index-locks']],
    ['alter table event add constraint sized check (size > 0);', ['unvalidated-constraint']],
    ["update event set path = '/' where path = '';", ['fills-at-once']],
    ['delete from audit where id is null;', ['fills-at-once']],
  ])('%s', (sql, rules) => {
    expect(rulesIn(sql)).toEqual(rules)
    expect(problemsIn(sql)).toHaveLength(rules.length)
  })
})

describe('a migration that does no harm passes', () => {
  it.each([
    ["alter table listing add column kind text not null default '';"],
    ['alter table listing add column kind text;'],
    ['create index listing_by_day on listing (created_at);'],
    ['-- outside transaction\ncreate index concurrently if not exists event_by_day on event (received_at);'],
    ['alter table event add constraint sized check (size > 0) not valid;'],
    ['alter table attempt drop constraint attempt_event_id_fkey;'],
    ['alter table event add constraint event_pkey primary key using index event_key;'],
    ['alter table listing add unique (slug);'],
    ["update listing set title = 'x' where title is null;"],
    [
      'create table event_copy (id text not null); create index on event_copy (id); alter table event_copy rename to kept;',
    ],
    ["-- drop table listing;\ninsert into note (text) values ('drop table x; rename');"],
    ['create function f() returns void language plpgsql as $$ begin drop table x; end $$;'],
  ])('%s', (sql) => {
    expect([rulesIn(sql), problemsIn(sql), isCompatible(sql)]).toEqual([[], [], true])
  })
})

describe('what the author writes about it', () => {
  it('a reason for the rule lets it pass, and the former release goes on', () => {
    const sql = '-- allow drop-column: not read since 0.3\nalter table listing drop column title;'
    expect([problemsIn(sql), isCompatible(sql)]).toEqual([[], true])
  })

  it('a reason for another rule, or none at all, does not', () => {
    for (const mark of ['-- allow rename: because', '-- allow drop-column:', '-- allow drop-column'])
      expect(problemsIn(`${mark}\nalter table listing drop column title;`)).toHaveLength(1)
  })

  it('a breaking migration passes and says that the former release cannot go on', () => {
    const sql = '-- breaking: the key changes\nalter table listing rename column id to key;'
    expect([problemsIn(sql), isCompatible(sql)]).toEqual([[], false])
  })

  it('a breaking migration still may not block requests', () => {
    expect(problemsIn('-- breaking: why\ncreate index e on event (id);')).toHaveLength(1)
  })

  it('concurrently needs the mark, and the mark allows only what may run again', () => {
    expect(problemsIn('create index concurrently if not exists e on event (id);')).toHaveLength(1)
    expect(problemsIn('-- outside transaction\ncreate index concurrently e on event (id);')).toHaveLength(1)
    expect(problemsIn('-- outside transaction\nupdate listing set title = 1;')).toHaveLength(1)
    expect(marksOf('-- outside transaction\n').outsideTransaction).toBe(true)
  })
})

it('statements are told apart by what is outside quotes, comments and function bodies', () => {
  expect(statementsOf("select ';' ; -- a;b\nselect $x$ ; $x$;\n/* ; */ select 1")).toEqual([
    "select ';'",
    'select $x$ ; $x$',
    'select 1',
  ])
})

describe('a file in batches', () => {
  it('may fill big tables', () => {
    expect(problemsIn("-- in batches\nupdate event set path = '/' where path = '';")).toEqual([])
  })

  it('holds nothing but rows to fill, each statement with what it looks for', () => {
    for (const sql of ["update event set path = '/'", 'alter table event add column x text', 'select 1'])
      expect(problemsIn(`-- in batches\n${sql};`)).toHaveLength(1)
  })

  it('looks for one thing: a batch would widen an alternative', () => {
    const sql = "update event set path = '/' where path = '' or path is null"
    expect(problemsIn(`-- in batches\n${sql};`)).toHaveLength(1)
    expect(problemsIn(`-- in batches\n${sql.replace(/where (.*)/, 'where ($1)')};`)).toEqual([])
  })
})
