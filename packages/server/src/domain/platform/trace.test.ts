import { expect, test } from 'vitest'
import { hexOf } from '../../lib/hex-source.ts'
import { seededRandom } from '../../lib/random.ts'
import { continueTrace, traceIdOf } from './trace.ts'

const hex = hexOf(seededRandom('trace'))
const [trace, parent] = ['a'.repeat(32), 'b'.repeat(16)]

test('a trace goes on with a step of our own', () => {
  const { traceId, traceparent } = continueTrace(`00-${trace}-${parent}-00`, hex)
  expect(traceId).toBe(trace)
  expect(traceparent).toMatch(new RegExp(`^00-${trace}-(?!${parent})[0-9a-f]{16}-00$`))
})

test.each([
  undefined,
  '',
  `ff-${trace}-${parent}-01`,
  `00-${'0'.repeat(32)}-${parent}-01`,
  `00-${trace}-${'0'.repeat(16)}-01`,
  `00-${trace.toUpperCase()}-${parent}-01`,
])('%s begins a new one', (incoming) => {
  const { traceId, traceparent } = continueTrace(incoming, hex)
  expect(traceId).not.toBe(trace)
  expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  expect(traceIdOf(incoming)).toBeUndefined()
})
