import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { access, operations } from '@mkt/contract/api'
import { expect, it } from 'vitest'

const src = join(import.meta.dirname, '..')
const read = (pattern: string) =>
  globSync(pattern, { cwd: src })
    .filter((path) => !path.includes('.test.'))
    .map((path) => readFileSync(join(src, path), 'utf8'))

const called = new Set(
  read('queries/**/*.ts').flatMap((text) => [...text.matchAll(/\bapi\.(\w+)\(/g)].map(([, id = '']) => id)),
)
const asked = new Set(
  read('{pages,parts,forms,shell,queries}/**/*.{ts,tsx}').flatMap((text) =>
    [...text.matchAll(/\b(?:use(?:May|Grant)\(\s*|(?:added|ended)By=)['"](\w+)['"]/g)].map(([, id = '']) => id),
  ),
)

/** What changes something and is not for every signed-in person. */
const guarded = [...called].filter((id) => {
  const rule = access[id as keyof typeof access]
  return operations[id as keyof typeof operations].method !== 'GET' && !rule.anyone && !rule.signedIn && !rule.person
})

it('the console calls operations that change something', () => {
  expect(guarded.length).toBeGreaterThan(30)
})

it.each(guarded)('%s is offered only after asking whether the person may do it', (id) => {
  expect([...asked]).toContain(id)
})
