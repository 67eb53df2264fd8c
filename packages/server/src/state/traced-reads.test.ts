import { limits } from '@mkt/contract/limits'
import { expect, it } from 'vitest'
import { settableClock } from '../lib/clock.ts'
import { createHexSource } from '../lib/hex-source.ts'
import { seededRandom } from '../lib/random.ts'
import { createTracedReads } from './traced-reads.ts'

it('reads that are refused without end, with a trace each, become steps up to a bound a minute', () => {
  const clock = settableClock('2026-05-01T12:00:00Z')
  const added: unknown[] = []
  const traced = createTracedReads({
    clock,
    hex: createHexSource(seededRandom('traced reads')),
    recorder: { addRead() {} },
    spans: { add: (span) => void added.push(span) },
  })
  const refuse = (count: number) => {
    for (let asked = 0; asked < count; asked += 1)
      traced.refused('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'key_unknown', 401)
  }
  refuse(2 * limits.tracedReads.value)
  expect(added).toHaveLength(limits.tracedReads.value)
  clock.advance(60_000)
  refuse(1)
  expect(added).toHaveLength(limits.tracedReads.value + 1)
})
