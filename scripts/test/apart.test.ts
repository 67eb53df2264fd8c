import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Files run side by side, on one machine and one database server: what a test ends is its own.

const root = join(import.meta.dirname, '../..')
const texts = globSync('{packages,e2e,examples,scripts}/**/*.test.{ts,tsx}', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**'],
}).map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

const having = (pattern: RegExp) => texts.filter(({ text }) => pattern.test(text))

test('a test signals a process that it knows: -1 is every process of the machine', () => {
  expect(texts.length).toBeGreaterThan(500)
  expect(having(/\.kill\([^\n]*\?\? *-1\b/).map(({ file }) => file)).toEqual([])
})

test('a test looks at sessions of its own database, and ends no others', () => {
  // The condition may stand in the line before, under a name.
  const looks = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/from\s+pg_stat_activity/g)].map(({ index }) => ({
      file,
      around: text.slice(index - 200, index + 200),
    })),
  )
  expect(looks.length).toBeGreaterThan(5)
  const anywhere = looks.filter(({ around }) => !around.includes('datname = current_database()'))
  expect(anywhere.map(({ file }) => file)).toEqual([])
})
