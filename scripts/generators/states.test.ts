import { expect, test } from 'vitest'
import { drawMoves, readMoves } from './states.ts'

test('every shape of a table of moves gives the same picture', () => {
  const rows = readMoves([
    { move: 'publish', from: null, to: 'DRAFT' },
    { move: 'retire', from: ['DRAFT', 'PUBLIC'], to: 'RETIRED' },
  ])
  const nested = readMoves({ null: { publish: 'DRAFT' }, DRAFT: { retire: 'RETIRED' }, PUBLIC: { retire: 'RETIRED' } })
  const named = readMoves({
    publish: { from: [null], to: 'DRAFT' },
    retire: { from: ['DRAFT', 'PUBLIC'], to: 'RETIRED' },
  })
  expect(drawMoves(nested ?? [])).toBe(drawMoves(rows ?? []))
  expect(drawMoves(named ?? [])).toBe(drawMoves(rows ?? []))
  expect(drawMoves(rows ?? [])).toContain('  [*] --> DRAFT: publish\n  DRAFT --> RETIRED: retire')
})

test('moves without names are arrows without labels', () => {
  expect(drawMoves(readMoves({ STARTING: ['RUNNING'], RUNNING: [] }) ?? [])).toContain('  STARTING --> RUNNING\n')
})

test('what is no table of moves is left out', () => {
  expect(readMoves(['a', 'b'])).toBeUndefined()
  expect(readMoves({ a: 1 })).toBeUndefined()
  expect(readMoves('x')).toBeUndefined()
})
