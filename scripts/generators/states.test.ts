import { expect, test } from 'vitest'
import { drawMoves, readMoves } from './states.ts'

test('both shapes of a table of moves give the same picture', () => {
  const rows = readMoves([
    { move: 'publish', from: null, to: 'DRAFT' },
    { move: 'retire', from: ['DRAFT', 'PUBLIC'], to: 'RETIRED' },
  ])
  const nested = readMoves({ null: { publish: 'DRAFT' }, DRAFT: { retire: 'RETIRED' }, PUBLIC: { retire: 'RETIRED' } })
  expect(drawMoves(rows ?? [])).toBe(drawMoves(nested ?? []))
  expect(drawMoves(rows ?? [])).toContain('  [*] --> DRAFT: publish\n  DRAFT --> RETIRED: retire')
})

test('what is no table of moves is left out', () => {
  expect(readMoves(['a', 'b'])).toBeUndefined()
  expect(readMoves({ a: 1 })).toBeUndefined()
  expect(readMoves('x')).toBeUndefined()
})
