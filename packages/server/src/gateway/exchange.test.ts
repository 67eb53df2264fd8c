import { expect, it } from 'vitest'
import { type Exchange, recordCall } from './exchange.ts'
import type { GatewayParts } from './parts.ts'

function noted(isTest: boolean) {
  const seen: string[] = []
  const parts = {
    clock: { now: () => new Date(0) },
    requests: { note: () => seen.push('deployment') },
    traffic: { note: () => seen.push('installation') },
    calls: { record: ({ test }: { test?: boolean }) => seen.push(test ? 'kept as a test' : 'kept') },
  } as unknown as GatewayParts
  const exchange = {
    ...{ id: '1', requestId: 'req_1', isTest, kind: 'rater', method: 'POST', path: '/rate', startedAt: 0 },
    ...{ route: { installationId: 'i', organizationId: 'o', listingId: 'l' }, trace: {} },
  } as unknown as Exchange
  const instance = { id: 'inst_1' } as never
  recordCall(parts, exchange, { status: 502, requestSize: 0, answerSize: 0, instance })
  return seen
}

it('a call that tries the installation is kept and counts in no figure of it or of its deployment', () => {
  expect(noted(false)).toEqual(['deployment', 'installation', 'kept'])
  expect(noted(true)).toEqual(['kept as a test'])
})
