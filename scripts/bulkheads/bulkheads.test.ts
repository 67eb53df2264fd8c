import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bulkheads } from './bulkheads.ts'

const root = join(import.meta.dirname, '../..')

describe.each(bulkheads)('$party, $takes', ({ where, test }) => {
  it('is enforced where the table says', () => {
    expect(existsSync(join(root, where)), where).toBe(true)
  })

  it('has the test that the table names', () => {
    const source = readFileSync(join(root, test.file), 'utf8')
    expect(source.includes(`'${test.name}'`), `${test.file}: ${test.name}`).toBe(true)
  })
})

it('knows every kind of party', () => {
  const parties = ['anybody', 'application', 'customer', 'policy system', 'publisher']
  expect([...new Set(bulkheads.map(({ party }) => party))].sort()).toEqual(parties)
})
