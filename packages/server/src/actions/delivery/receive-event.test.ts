import { expect, it } from 'vitest'
import type { Route } from '../../domain/route/route.ts'
import { systemClock } from '../../lib/clock.ts'
import { silentLog } from '../../lib/log.ts'
import { systemRandom } from '../../lib/random.ts'
import type { Vault } from '../../lib/seal.ts'
import type { Pool } from '../../store/database/pool.ts'
import { textsOfArray } from '../../testing/database/texts-of-array.ts'
import { testRoute } from '../../testing/gateway/routes.ts'
import { createIntake } from './receive-event.ts'

const vault = {
  seal: async (_owner: string, _aad: string, plain: Uint8Array) => Buffer.from(plain),
} as unknown as Vault

/** An intake over a database that counts so many waiting events and writes when it is told to. */
function scene(waiting = 0, quota = 100_000) {
  const batches: string[][] = []
  const gates: PromiseWithResolvers<void>[] = []
  const pool = {
    async query({ name, values }: { name: string; values: unknown[] }) {
      if (name === 'count_waiting') return { rows: [{ count: waiting }] }
      const organizations = textsOfArray(values[2] as Buffer)
      const gate = Promise.withResolvers<void>()
      batches.push(organizations)
      gates.push(gate)
      await gate.promise
      return { rows: [], rowCount: organizations.length }
    },
  } as unknown as Pool
  const parts = { pool, vault, clock: systemClock, random: systemRandom, log: silentLog }
  const intake = createIntake({ ...parts, quota, tellOthers: false })
  const send = (route: Route, body: Buffer) => {
    const forwarding = { for: '', host: '', proto: 'http' }
    const facts = { path: '/hooks', query: '', contentType: undefined, traceparent: '', forwarding }
    return intake.receive(route, { ...facts, body })
  }
  return { batches, gates, send }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

it('an event of another organization waits for one event of a flood, not for all', async () => {
  const { batches, gates, send } = scene()
  const large = Buffer.alloc(1_000_000, ' ')
  const routes = [1, 2].map(() => testRoute({ organizationId: 'org_flood' }))
  const flood = routes.flatMap((route) => Array.from({ length: 30 }, () => send(route, large)))
  while (batches.length < 2) await settled()
  const honest = send(testRoute({ organizationId: 'org_honest' }), Buffer.from('{}'))
  for (let turn = 0; turn < 10; turn += 1) await settled()
  gates[0]?.resolve()
  while (batches.length < 3) await settled()
  expect(batches[2]?.slice(0, 2)).toContain('org_honest')
  for (let written = 0; written < 61; ) {
    for (const gate of gates) gate.resolve()
    written = batches.flat().length
    await settled()
  }
  await Promise.all([...flood, honest])
})

it('an event that finds the backlog full is refused before it is read', async () => {
  const { send } = scene(1_000, 1_000)
  const body = Buffer.from('{}')
  let reads = 0
  body.toString = () => {
    reads += 1
    return '{}'
  }
  await expect(send(testRoute(), body)).rejects.toMatchObject({ code: 'backlog_full' })
  expect(reads).toBe(0)
})
