import { expect, test, vi } from 'vitest'
import type { Claim, ClaimedDelivery } from '../../store/delivery/claims.ts'
import { type ClaimSource, DeliveryClaims, type DeliveryJob } from './delivery-claims.ts'
import { DeliveryQueue, type Pick } from './delivery-queue.ts'

const pick = (installationId: string, more: Partial<Pick> = {}): Pick => ({
  installationId,
  deploymentId: `dep-${installationId}`,
  room: 2,
  probe: false,
  ...more,
})
const delivery = (id: string, installationId: string) => ({ id, installationId }) as ClaimedDelivery
const claimed = (...deliveries: ClaimedDelivery[]): Claim => ({ deliveries, more: new Set() })

/** Gives each round of picks once. */
function rounds(...list: Pick[][]): (limit: number) => Pick[] {
  return () => list.shift() ?? []
}

function setUp(source: Partial<ClaimSource>, away: string[] = []) {
  const queue = new DeliveryQueue({ perRoute: 16, perDeployment: 128, concurrency: 512 })
  const given: ClaimSource = {
    due: async () => claimed(),
    oldest: async () => undefined,
    heldElsewhere() {},
    ...source,
  }
  const idle: string[] = []
  const leases = {
    take: async (ids: readonly string[]) => new Set(ids.filter((id) => !away.includes(id))),
    idle: (id: string) => void idle.push(id),
  }
  const freed = vi.fn()
  return { queue, idle, freed, claims: new DeliveryClaims(queue, leases, given, freed) }
}

test('what is on its way is not read again, until it is finished', async () => {
  const due = vi.fn<ClaimSource['due']>(async () => claimed(delivery('1', 'a')))
  const { claims } = setUp({ due })
  const [job] = await claims.claim(1, rounds([pick('a')]))
  await claims.claim(1, rounds([pick('a')]))
  claims.finish(job as DeliveryJob)
  await claims.claim(1, rounds([pick('a')]))
  expect(due.mock.calls.map(([, exceptIds]) => exceptIds)).toEqual([[], ['1'], []])
})

test('the place of a delivery is free when the application has answered, and the delivery is not read again before it is finished', async () => {
  const due = vi.fn<ClaimSource['due']>(async () => claimed(delivery('1', 'a')))
  const { claims, queue, idle, freed } = setUp({ due })
  const [job] = await claims.claim(1, rounds([pick('a')]))
  expect(queue.held).toBe(1)
  claims.answered(job as DeliveryJob)
  expect([queue.held, freed.mock.calls.length, idle]).toEqual([0, 1, []])
  due.mockResolvedValue(claimed())
  await claims.claim(1, rounds([pick('a')]))
  expect(due.mock.lastCall?.[1]).toEqual(['1'])
  claims.finish(job as DeliveryJob)
  expect([queue.held, freed.mock.calls.length, idle]).toEqual([0, 1, ['a']])
})

test('what was claimed before a read failed is sent, and the routes of that read stay in line', async () => {
  const due = vi.fn<ClaimSource['due']>().mockResolvedValueOnce(claimed(delivery('1', 'a')))
  due.mockRejectedValueOnce(new Error('the database is away'))
  const { claims, queue } = setUp({ due })
  const jobs = await claims.claim(4, rounds([pick('a')], [pick('b')]))
  expect(jobs.map(({ delivery: { id } }) => id)).toEqual(['1'])
  expect(queue.has('b')).toBe(true)
  due.mockRejectedValueOnce(new Error('the database is away'))
  await expect(claims.claim(4, rounds([pick('b')]))).rejects.toThrow('away')
})

test('a probe keeps its place until it is finished', async () => {
  const { claims, queue } = setUp({ oldest: async () => delivery('1', 'a') })
  const [job] = await claims.claim(1, rounds([pick('a', { probe: true })]))
  claims.answered(job as DeliveryJob)
  expect(queue.held).toBe(1)
  claims.finish(job as DeliveryJob)
  expect(queue.held).toBe(0)
})

test('what ended in an unknown way is not read again before it is forgotten', async () => {
  const due = vi.fn<ClaimSource['due']>(async () => claimed(delivery('1', 'a')))
  const { claims } = setUp({ due })
  const [job] = await claims.claim(1, rounds([pick('a')]))
  const forget = claims.fail(job as DeliveryJob)
  due.mockResolvedValue(claimed())
  await claims.claim(1, rounds([pick('a')]))
  forget()
  await claims.claim(1, rounds([pick('a')]))
  expect(due.mock.calls.map(([, exceptIds]) => exceptIds)).toEqual([[], ['1'], []])
})

test('a route that another worker holds is passed over and named', async () => {
  const heldElsewhere = vi.fn()
  const due = vi.fn<ClaimSource['due']>(async (picks) =>
    claimed(...picks.map((one) => delivery('evt', one.installationId))),
  )
  const { claims, queue } = setUp({ due, heldElsewhere }, ['theirs'])
  const jobs = await claims.claim(8, rounds([pick('ours'), pick('theirs')]))
  expect(jobs.map((job) => [job.delivery.installationId, job.deploymentId, job.probe])).toEqual([
    ['ours', 'dep-ours', false],
  ])
  expect(heldElsewhere).toHaveBeenCalledExactlyOnceWith(['theirs'])
  expect(queue.has('theirs')).toBe(false)
})

test('a route is let go when nothing of it is on its way or in line', async () => {
  const given = [claimed(delivery('1', 'a')), claimed()]
  const { claims, idle } = setUp({ due: async () => given.shift() ?? claimed() })
  const [job] = await claims.claim(1, rounds([pick('a')]))
  expect(idle).toEqual([])
  claims.finish(job as DeliveryJob)
  expect(idle).toEqual(['a'])
  await claims.claim(1, rounds([pick('b')]))
  expect(idle).toEqual(['a', 'b'])
})

test('a route is not let go while it is read, though the last of what was on its way ends', async () => {
  const read = Promise.withResolvers<Claim>()
  const due = vi.fn<ClaimSource['due']>(async () => claimed(delivery('1', 'a')))
  const { claims, idle } = setUp({ due })
  const [job] = await claims.claim(1, rounds([pick('a')]))
  due.mockReturnValue(read.promise)
  const next = claims.claim(1, rounds([pick('a')]))
  claims.finish(job as DeliveryJob)
  expect(idle).toEqual([])
  read.resolve(claimed())
  await next
  expect(idle).toEqual(['a'])
})

test('a route that has more than it was asked for stays in line, and one that has no more leaves it without being asked again', async () => {
  const deliveries = [delivery('1', 'more'), delivery('2', 'more'), delivery('3', 'all'), delivery('4', 'all')]
  const { claims, queue } = setUp({ due: async () => ({ deliveries, more: new Set(['more']) }) })
  await claims.claim(4, rounds([pick('more'), pick('all')]))
  expect([queue.has('more'), queue.has('all')]).toEqual([true, false])
})

test('the probe of a paused route takes the oldest delivery, past the paths that are gone', async () => {
  const oldest = vi.fn<ClaimSource['oldest']>(async () => delivery('old', 'paused'))
  const due = vi.fn<ClaimSource['due']>(async () => claimed())
  const { claims, queue } = setUp({ oldest, due })
  const gonePaths = { '/gone': { at: '2026-01-01T00:00:00Z', releaseId: 'rel_1' } }
  queue.setHealth('paused', { ...queue.healthOf('paused'), gonePaths })
  const jobs = await claims.claim(1, rounds([pick('paused', { room: 1, probe: true })]))
  expect(due).not.toHaveBeenCalled()
  expect(oldest).toHaveBeenCalledExactlyOnceWith('paused', ['/gone'], [])
  expect(jobs).toMatchObject([{ probe: true, delivery: { id: 'old' } }])
})

test('a claim that failed puts its routes back into the line', async () => {
  const { claims, queue } = setUp({ due: () => Promise.reject(new Error('away')) })
  await expect(claims.claim(4, rounds([pick('a'), pick('b')]))).rejects.toThrow('away')
  expect(queue.size).toBe(2)
})
