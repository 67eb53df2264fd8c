import { describe, expect, it } from 'vitest'
import type { LiveInstance } from '../../domain/route/route.ts'
import { settableClock } from '../../lib/clock.ts'
import { seededRandom } from '../../lib/random.ts'
import type { AppRequest, AppTarget } from '../../outbound/app/app-client.ts'
import type { AppSilence } from '../../outbound/app/app-silence.ts'
import type { AppAnswer } from '../../outbound/app/held-answer.ts'
import type { ClaimedDelivery } from '../../store/delivery/claims.ts'
import { testRoute } from '../../testing/gateway/routes.ts'
import { createInstanceDoubts } from '../deployment/instance-doubts.ts'
import { judgeAttempt, succeeded } from './judge-attempt.ts'
import { sendDelivery } from './send-delivery.ts'

const instance = (id: string): LiveInstance => ({ id, deploymentId: 'dep_1', address: `http://${id}` })
const delivery: ClaimedDelivery = {
  id: 'evt_1',
  installationId: 'ins_1',
  organizationId: 'org_1',
  path: '/hooks',
  query: '?a=1',
  contentType: null,
  traceparent: null,
  forwarding: null,
  sealedBody: null,
  attemptCount: 0,
  step: 0,
  crashes: 0,
  version: '1',
}
const answer = (status: number, headers: string[] = []): AppAnswer => ({
  kind: 'answer',
  status,
  headers,
  body: Buffer.alloc(0),
  size: 0,
  tooLong: false,
})
const silence = (error: AppSilence['error']): AppSilence => ({ kind: 'silence', error, message: error })

/** Instances that answer as told; `well` are those that answer for their health. */
function scene(says: Record<string, AppAnswer | AppSilence>, well: readonly string[] = []) {
  const asked: { to: string; request: AppRequest }[] = []
  const health: string[] = []
  const doubts = createInstanceDoubts(async (address) => {
    health.push(address)
    return well.includes(address.replace('http://', ''))
  }, settableClock('2026-03-01T10:00:00Z'))
  const instances = Object.keys(says).map(instance)
  const client = {
    async send(target: AppTarget, request: AppRequest) {
      asked.push({ to: target.id, request })
      return says[target.id] as AppAnswer | AppSilence
    },
    choose: <T extends AppTarget>(targets: readonly T[]) => targets[0],
  }
  const platform = { random: seededRandom('s'), addresses: { gatewayUrl: 'http://gateway.test' } }
  const parts = { client, doubts, platform, issueKey: () => 'key' } as unknown as Parameters<typeof sendDelivery>[0]
  const input = {
    body: Buffer.from('b'),
    now: new Date(0),
    signal: new AbortController().signal,
    trace: { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
  }
  const send = (change: Partial<ClaimedDelivery> = {}) =>
    sendDelivery(parts, { ...delivery, ...change }, testRoute({ instances }), input)
  return { send, asked, health, doubts, parts }
}

describe('a delivery', () => {
  it('is posted to its path and query, with its body', async () => {
    const { send, asked } = scene({ a: answer(200) })
    expect(await send()).toMatchObject({ instance: { id: 'a' }, answer: { status: 200 } })
    expect(asked[0]?.request).toMatchObject({ method: 'POST', target: '/hooks?a=1', body: Buffer.from('b') })
  })

  it('goes to another instance when nothing listens at the first, which is doubted from then on', async () => {
    const { send, asked, doubts } = scene({ a: silence('refused'), b: answer(200) })
    expect(await send()).toMatchObject({ instance: { id: 'b' } })
    expect(asked.map(({ to }) => to)).toEqual(['a', 'b'])
    expect(doubts.isDoubted(instance('a'))).toBe(true)
  })

  it.each([
    ['nothing listens anywhere', { a: silence('refused'), b: silence('refused'), c: answer(200) }, ['a', 'b']],
    ['the worker is stopping', { a: silence('aborted'), b: answer(200) }, ['a']],
    ['there is no instance', {}, []],
  ])('is no attempt when %s', async (_why, says, tried) => {
    const { send, asked } = scene(says)
    expect(await send()).toBeUndefined()
    expect(asked.map(({ to }) => to)).toEqual(tried)
  })

  it.each(['timeout', 'broken', 'connect'] as const)(
    'is an attempt when the answer is %s: it may have been handled',
    async (error) => {
      const { send, asked } = scene({ a: silence(error), b: answer(200) })
      expect(await send()).toMatchObject({ instance: { id: 'a' }, answer: { error } })
      expect(asked).toHaveLength(1)
    },
  )

  it('goes to a doubted instance only when that answers for its health', async () => {
    const sick = scene({ a: answer(200) })
    sick.doubts.doubt(instance('a'))
    expect(await sick.send()).toBeUndefined()
    const recovered = scene({ a: answer(200) }, ['a'])
    recovered.doubts.doubt(instance('a'))
    expect(await recovered.send()).toMatchObject({ instance: { id: 'a' } })
  })

  it('that was there when an instance ended goes only to one that answers for its health right now', async () => {
    const { send, health } = scene({ a: answer(200) }, ['a'])
    expect(await send({ crashes: 1 })).toBeDefined()
    expect(health).toEqual(['http://a'])
  })
})

describe('an attempt', () => {
  const sent = (one: AppAnswer | AppSilence) => ({ answer: one, instance: instance('a') })

  it('that was answered is judged by the status and what the application says of trying again', async () => {
    const { parts } = scene({})
    const busy = sent(answer(503, ['retry-after', '7']))
    expect(await judgeAttempt(parts, busy)).toEqual({ kind: 'answer', status: 503, retryAfter: '7' })
    expect([sent(answer(204)), busy, sent(silence('timeout'))].map(succeeded)).toEqual([true, false, false])
  })

  it.each([
    ['is a crash when the instance does not answer for its health', [], 'crash'],
    ['is a broken answer when the instance lives', ['a'], 'broken'],
  ] as const)('whose connection broke %s', async (_what, well, error) => {
    const { parts } = scene({}, well)
    expect(await judgeAttempt(parts, sent(silence('broken')))).toMatchObject({ kind: 'failed', error })
  })

  it('that took too long asks nobody for health: a slow instance is no dead one', async () => {
    const { parts, health } = scene({})
    expect(await judgeAttempt(parts, sent(silence('timeout')))).toMatchObject({ kind: 'failed', error: 'timeout' })
    expect(health).toEqual([])
  })
})
