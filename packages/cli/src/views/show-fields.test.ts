import { expect, it } from 'vitest'
import { showFields } from './show-fields.ts'

const release = { id: 'rel_1', version: '1.2.0' }
const page = { items: [], next: null, overflow: { sent: 0, changed: 0 }, unread: 0 }
const lines = (...given: Parameters<typeof showFields>) => [showFields(...given).text ?? ''].flat().join('\n')

it('shows a line for each field, and says where there is none', () => {
  const item = { name: 'exposures[].vin', day: '2026-03-01', release, sent: 3, changed: 1 }
  expect(lines({ ...page, items: [item] })).toMatch(/2026-03-01 +exposures\[\]\.vin +1\.2\.0 +3 +1/)
  expect(lines(page)).toBe('No field was sent or changed.')
})

it('names what it does not show: names beyond the bound, calls that were not read, further pages', () => {
  const text = lines({ ...page, overflow: { sent: 2, changed: 1 }, unread: 4, next: 'abc' })
  expect(text).toContain('3 more uses of fields')
  expect(text).toContain('4 calls were too large')
  expect(text).toContain('--cursor abc')
})
