import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listingStates } from '@mkt/contract/states'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

test('a listing state is named in its table, in texts and in the database, and nowhere else', () => {
  const named = new RegExp(`\\b(${listingStates.join('|')})\\b`)
  const files = globSync(['packages/*/src/**/*.{ts,tsx,sql}', 'scripts/**/*.ts'], { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|\/testing\/|\/testing\.ts$/.test(file),
  )
  const code = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*(\/\/|--).*$/gm, '')
  // Sentences for people may say "DRAFT"; only quoted names and keys of objects are names in code.
  const quoted = new RegExp(`'(${listingStates.join('|')})'|^\\s*(${listingStates.join('|')}):`, 'm')
  const found = files.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return named.test(text) && quoted.test(code(text))
  })
  expect(files.length).toBeGreaterThan(500)
  expect(found.sort()).toEqual([
    'packages/console/src/texts/publish.ts',
    'packages/console/src/texts/states.ts',
    'packages/contract/src/states/listing.ts',
    'packages/server/src/store/database/migrations/0002_publishing.sql',
  ])
})
