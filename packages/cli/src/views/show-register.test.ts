import { expect, test } from 'vitest'
import { showDataSheet } from './show-data-sheet.ts'
import { showRegister } from './show-register.ts'

const line = (name: string, mark: string | null, more: object = {}) => ({
  ...{ line: name, title: name, mark, text: mark === null ? null : 'a\nb', at: null, by: null },
  ...more,
})

test('a register says "not known" where there are no advisories, and how much of the data sheet was checked', () => {
  const row = (knowledge: string) => ({
    installation: { name: 'Rater', tenant: { name: 'North' } },
    trust: {
      listing: { name: 'acme/rater' },
      publisher: { title: 'Acme' },
      release: { version: '1.0.0' },
      materials: { knowledge, open: { critical: 2, high: 1 } },
      signatures: [{ key: { name: 'build' } }],
      dataSheet: [
        line('legalName', 'checked'),
        line('dpa', 'declared'),
        line('egress', 'observed'),
        line('keptFor', null),
      ],
    },
  })
  const { text } = showRegister({ installations: [row('unknown'), row('known')] } as never)
  expect(text?.[1]).toMatch(/acme\/rater 1\.0\.0 +Acme +not known +build +2 stated, 1 checked/)
  expect(text?.[2]).toContain('2 critical, 1 high')
})

test('a data sheet shows each line with its mark, and what waits', () => {
  const lines = [line('legalName', 'checked', { at: '2026-11-17T00:00:00Z', by: 'mo@mkt.test' }), line('dpa', null)]
  const { text } = showDataSheet('acme/rater', { lines, waiting: { reviewId: 'rev_1' } } as never)
  expect(text?.[1]).toMatch(/legalName +checked 2026-11-17 by mo@mkt\.test +a; b/)
  expect(text?.[2]).toMatch(/dpa +- +not stated/)
  expect(text?.[3]).toContain('rev_1')
})
