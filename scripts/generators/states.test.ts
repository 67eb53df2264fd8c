import { expect, test } from 'vitest'
import { drawMoves } from './states.ts'

test('the picture of a machine has one arrow for each two states, with the names of its moves', () => {
  const picture = drawMoves({
    publish: { from: [null], to: 'DRAFT', by: 'publisher' },
    retire: { from: ['DRAFT', 'PUBLIC'], to: 'RETIRED', by: 'publisher' },
    expire: { from: ['PUBLIC'], to: 'RETIRED', by: 'platform' },
  })
  expect(picture.split('\n').slice(2, -1)).toEqual([
    '  [*] --> DRAFT: publish',
    '  DRAFT --> RETIRED: retire',
    '  PUBLIC --> RETIRED: retire, expire',
  ])
})
