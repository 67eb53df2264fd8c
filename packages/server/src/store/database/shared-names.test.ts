import { expect, test } from 'vitest'
import { readMigrations } from './migrate.ts'
import { sharedNameProblems } from './shared-names.ts'

const made = {
  number: 1,
  name: 'begin',
  sql: `create table traffic (slot timestamptz, check (slot > '2020-01-01, 00:00'), requests integer);
    create table installation (id text primary key, organization_id text, unique (id, organization_id));`,
}
const problemsOf = (sql: string, after = 1) => sharedNameProblems([made, { number: 2, name: 'next', sql }], { after })

test('a column is found whose name a table has that the former release may join without naming either', () => {
  expect(
    problemsOf("alter table traffic add column kind text, add column organization_id text not null default '';"),
  ).toEqual([
    expect.stringMatching(
      /^0002_next\.sql: shared-name: traffic gets the column organization_id, which installation has/,
    ),
  ])
})

test.each([
  ['a name that no other table has', 'alter table traffic add column kind text;'],
  ['a name in a constraint alone', 'alter table installation add column unique_id text;'],
  ['a table that is new as well', 'create table figure (organization_id text);'],
  ['a reason', '-- allow shared-name: all statements name it\nalter table traffic add column organization_id text;'],
  ['a former release that ends', '-- breaking: all new\nalter table traffic add column organization_id text;'],
])('%s passes', (_, sql) => {
  expect(problemsOf(sql)).toEqual([])
})

test('what ran before the rule is not judged, and its columns are known', () => {
  expect(problemsOf('alter table traffic add column organization_id text;', 2)).toEqual([])
  const found = sharedNameProblems(readMigrations(), { after: 0 })
  expect(found).toContainEqual(expect.stringContaining('traffic gets the column organization_id'))
})
