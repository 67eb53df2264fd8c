import { expect, it } from 'vitest'
import { newRefusals } from './new-refusals.ts'

const count = (host: string, refused: number, port = 443) => ({
  hour: '2026-05-01T12:00:00.000Z',
  host,
  port,
  connections: 0,
  sentBytes: 0,
  receivedBytes: 0,
  refused,
  lastRefusal: null,
})

it('tells what was refused since the last look, by port, and nothing twice', () => {
  const before = [count('a.test', 2), count('b.test', 5)]
  const after = [count('a.test', 4), count('b.test', 5), count('c.test', 1), count('d.test', 1, 25)]
  expect(newRefusals(before, after)).toEqual([
    { port: 443, refused: 3, reason: null },
    { port: 25, refused: 1, reason: null },
  ])
  expect(newRefusals(after, after)).toEqual([])
})

it('takes what another run of the way out counts from zero for new', () => {
  const [before, after] = [
    { ...count('a.test', 4), run: 'pod-1' },
    { ...count('a.test', 3), run: 'pod-2' },
  ]
  expect(newRefusals([before], [after])).toEqual([{ port: 443, refused: 3, reason: null }])
})
