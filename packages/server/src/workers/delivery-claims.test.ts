import { expect, test, vi } from 'vitest'
import type { ClaimedDelivery } from '../store/delivery/claims.ts'
import { type ClaimSource, DeliveryClaims } from './delivery-claims.ts'
import { DeliveryQueue, type Pick } from './delivery-queue.ts'

const pick = (installationId: string, more: Partial<Pick> = {}): Pick => ({
  installationId,
  deploymentId: `dep-${installationId}`,
  room: 2,
  probe: false,
  ...more,
})
const delivery = (id: string, installationId: string) => ({ id, installationId }) as ClaimedDelivery

/** Gives each round of picks once. */
function rounds(...list: Pick[][]): (limit: number) => Pick[] {
  return () => list.shift() ?? []
}

function setUp(source: Partial<ClaimSource>) {
  const queue = new DeliveryQueue({ perRoute: 16, perDeployment: 128 })
  const given: ClaimSource = { due: async () => [], oldest: async () => undefined, ...source }
  return { queue, claims: new DeliveryClaims('wrk_1', queue, given) }
}

test('each round of claims holds its leases under a name of its own', async () => {
  const due = vi.fn<ClaimSource['due']>(async (picks) => picks.map((one) => delivery('evt', one.installationId)))
  const { claims } = setUp({ due })
  const jobs = await claims.claim(8, rounds([pick('a')], [pick('b')]))
  expect(due.mock.calls.map(([, leasedBy]) => leasedBy)).toEqual(['wrk_1:1', 'wrk_1:2'])
  expect(jobs.map((job) => [job.delivery.installationId, job.deploymentId, job.probe])).toEqual([
    ['a', 'dep-a', false],
    ['b', 'dep-b', false],
  ])
})

test('a route that gave all it was asked for stays in line, and one that gave less leaves it', async () => {
  const { claims, queue } = setUp({
    due: async () => [delivery('1', 'full'), delivery('2', 'full'), delivery('3', 'less')],
  })
  await claims.claim(3, rounds([pick('full'), pick('less')]))
  expect(queue.size).toBe(1)
})

test('the probe of a paused route takes the oldest delivery, past the paths that are gone', async () => {
  const oldest = vi.fn<ClaimSource['oldest']>(async () => delivery('old', 'paused'))
  const due = vi.fn<ClaimSource['due']>(async () => [])
  const { claims, queue } = setUp({ oldest, due })
  const gonePaths = { '/gone': { at: '2026-01-01T00:00:00Z', releaseId: 'rel_1' } }
  queue.setHealth('paused', { ...queue.healthOf('paused'), gonePaths })
  const jobs = await claims.claim(1, rounds([pick('paused', { room: 1, probe: true })]))
  expect(due).not.toHaveBeenCalled()
  expect(oldest).toHaveBeenCalledExactlyOnceWith('paused', ['/gone'], 'wrk_1:1')
  expect(jobs).toMatchObject([{ probe: true, delivery: { id: 'old' } }])
})

test('a claim that failed puts its routes back into the line', async () => {
  const { claims, queue } = setUp({ due: () => Promise.reject(new Error('away')) })
  await expect(claims.claim(4, rounds([pick('a'), pick('b')]))).rejects.toThrow('away')
  expect(queue.size).toBe(2)
})
