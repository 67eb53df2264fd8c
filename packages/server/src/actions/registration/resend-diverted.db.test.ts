import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { registrationOf } from '../../store/registration/registrations.ts'
import { held, registrations } from '../../testing/world/registrations.ts'
import type { Platform } from '../platform/platform.ts'
import { registerInstallation } from './register-installation.ts'
import { sweepTenant } from './sweep-registrations.ts'
import { unregisterInstallation } from './unregister-installation.ts'

const { platform, clock, tenants, inTenant } = await registrations()

/** Each event takes the gateway this long. */
let eventMs = 0
const received: string[] = []
const gateway = createServer((request, response) => {
  request.resume().on('end', () => {
    clock.advance(eventMs)
    received.push(request.headers['x-mkt-caller'] as string)
    response.writeHead(202).end('{}')
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  platform.addresses.gatewayUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
})
afterAll(() => {
  gateway.closeAllConnections()
  gateway.close()
})
beforeEach(() => {
  received.length = 0
  eventMs = 0
})

/** A policy system that answers each look after a time. */
const slow = (lookMs: number): Platform => ({
  ...platform,
  policySystems: {
    ...platform.policySystems,
    of: (tenant) => {
      const system = platform.policySystems.of(tenant)
      return {
        ...system,
        observe(token) {
          clock.advance(lookMs)
          return system.observe(token)
        },
      }
    },
  },
})

/** An installation with one webhook, and events of it that were set aside. */
async function withDiverted(count: number): Promise<string> {
  const id = await tenants.world.install(tenants.connected, { webhooks: [{ path: '/a', events: ['policy.issue'] }] })
  await registerInstallation(platform, id)
  const webhook = inTenant().webhooks.at(-1)
  for (let at = 0; at < count; at += 1)
    webhook?.diverted.push({ transactionId: `t${at}`, type: 'policy.issue', body: '{}', divertedAt: '', reason: '' })
  clock.advance(1_000)
  return id
}
const sweepSlowly = (lookMs: number) => sweepTenant(slow(lookMs), { id: tenants.connected.id, failures: 0 }, held)

describe('events that were set aside', () => {
  it('are all sent again before the webhook of an installation that leaves is removed', async () => {
    const id = await withDiverted(5)
    eventMs = 25_000
    expect(await unregisterInstallation(platform, id)).toMatchObject({ kind: 'unfinished' })
    expect(received).toHaveLength(3)
    await sweepSlowly(0)
    expect(received).toHaveLength(5)
    expect(inTenant().webhooks).toEqual([])
    expect(await registrationOf(platform.db, id)).toBeUndefined()
  })

  it('are sent again one by one before that webhook is removed, where each look takes longer than the time', async () => {
    const id = await withDiverted(3)
    const before = slow(70_000)
    expect(await unregisterInstallation(before, id)).toMatchObject({ kind: 'unfinished' })
    for (let sweeps = 0; sweeps < 9 && inTenant().webhooks.length > 0; sweeps += 1) await sweepSlowly(70_000)
    expect(inTenant().webhooks).toEqual([])
    expect(received).toHaveLength(3)
  })

  it('of an installation that had the rest of a sweep only come first in the next one', async () => {
    await withDiverted(0)
    await withDiverted(3)
    eventMs = 10_000
    await sweepSlowly(40_000)
    expect(received).toHaveLength(1)
    await sweepSlowly(40_000)
    expect(received).toHaveLength(3)
  })
})
