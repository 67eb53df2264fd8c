import { describe, expect, test } from 'vitest'
import { healthy } from '../../domain/delivery/route-health.ts'
import { testRoute } from '../../testing/gateway/routes.ts'
import { DeliveryQueue } from './delivery-queue.ts'

const now = new Date('2026-01-01T00:00:00Z')

test('a route behind hundreds of routes of a full deployment is served by a later pick', () => {
  const queue = new DeliveryQueue({ perRoute: 1, perDeployment: 1, concurrency: 512 })
  const routes = Array.from({ length: 600 }, (_, index) =>
    testRoute({
      installationId: `ins_${index}`,
      instances: [{ id: 'inst', deploymentId: index < 599 ? 'full' : 'other', address: 'http://127.0.0.1:1' }],
    }),
  )
  const routeOf = (id: string) => routes.find((route) => route.installationId === id)
  for (const { installationId } of routes) queue.add(installationId)
  queue.begin('ins_elsewhere', 'full')
  const picks = Array.from({ length: 4 }, () => queue.pick(8, routeOf, now).map((pick) => pick.installationId))
  expect(picks.flat()).toEqual(['ins_599'])
  expect(queue.size).toBe(599)
})

describe('places of one pick', () => {
  const instances = [{ id: 'inst', deploymentId: 'dep', address: 'http://127.0.0.1:1' }]
  function lineOf(count: number) {
    const queue = new DeliveryQueue({ perRoute: 16, perDeployment: 128, concurrency: 512 })
    const routes = new Map(
      Array.from({ length: count }, (_, index) => [
        `ins_${index}`,
        testRoute({ installationId: `ins_${index}`, instances }),
      ]),
    )
    for (const installationId of routes.keys()) queue.add(installationId)
    return { queue, pick: (limit: number) => queue.pick(limit, (id) => routes.get(id), now) }
  }

  test('are shared by the routes in line, so that one statement claims from many', () => {
    const { pick } = lineOf(1_000)
    expect(pick(100).map(({ room }) => room)).toEqual(Array.from({ length: 100 }, () => 1))
  })

  test('are followed by those that come next', () => {
    const { queue, pick } = lineOf(10)
    expect(pick(4)).toHaveLength(4)
    expect(queue.upcoming(3)).toEqual(['ins_4', 'ins_5', 'ins_6'])
    expect(queue.upcoming(100)).toHaveLength(6)
  })

  test('are all for the one route in line, as many as it may hold', () => {
    expect(lineOf(1).pick(100)).toMatchObject([{ room: 16 }])
  })

  test('are no fewer for a route that gave little because it had little room', () => {
    const { queue, pick } = lineOf(1)
    const [first] = pick(1)
    if (first !== undefined) queue.picked(first, 1, true)
    expect(pick(100)).toMatchObject([{ room: 16 }])
  })

  test('are twice as many for a route that has more than it was asked for, until it has no more', () => {
    const { queue, pick } = lineOf(40)
    for (const one of pick(40)) queue.picked(one, 1, true)
    const second = pick(40)
    expect(second.map(({ room }) => room)).toEqual(Array.from({ length: 20 }, () => 2))
    for (const one of second) queue.picked(one, 2, one.installationId === 'ins_0')
    for (let at = 1; at < 20; at += 1) queue.add(`ins_${at}`)
    const third = new Map(pick(44).map(({ installationId, room }) => [installationId, room]))
    expect([third.size, third.get('ins_20'), third.get('ins_0')]).toEqual([21, 2, 4])
    expect(pick(19).map(({ room }) => room)).toEqual(Array.from({ length: 19 }, () => 1))
  })
})

describe('a route with something due is news', () => {
  const route = testRoute({
    installationId: 'ins_1',
    instances: [{ id: 'inst', deploymentId: 'dep', address: 'http://127.0.0.1:1' }],
  })
  const limits = { perRoute: 16, perDeployment: 128, concurrency: 512 }

  test('where something can be sent on it', () => {
    const queue = new DeliveryQueue(limits)
    expect(queue.isNews('ins_1', route, now)).toBe(true)
    expect(queue.isNews('ins_1', undefined, now)).toBe(false)
    expect(queue.isNews('ins_1', { ...route, state: 'STOPPED' }, now)).toBe(false)
  })

  test('unless it is paused', () => {
    const queue = new DeliveryQueue(limits)
    const later = new Date(now.getTime() + 1)
    queue.setHealth('ins_1', { ...healthy, pausedAt: now, pausedReleaseId: route.releaseId, probeAt: later })
    expect(queue.isNews('ins_1', route, now)).toBe(false)
  })

  test('unless this worker sends its events already: they stay due meanwhile', () => {
    const queue = new DeliveryQueue(limits)
    queue.begin('ins_1', 'dep')
    expect(queue.isNews('ins_1', route, now)).toBe(false)
    queue.end('ins_1', 'dep')
    expect(queue.isNews('ins_1', route, now)).toBe(true)
  })
})

describe('applications that hang', () => {
  /** Deployments with more routes and events than they may hold. */
  const routesOf = (deployments: readonly string[]) =>
    deployments.flatMap((deploymentId) =>
      Array.from({ length: 16 }, (_, index) =>
        testRoute({
          installationId: `${deploymentId}/${index}`,
          instances: [{ id: 'inst', deploymentId, address: 'http://127.0.0.1:1' }],
        }),
      ),
    )
  function world(deployments: readonly string[]) {
    const queue = new DeliveryQueue({ perRoute: 16, perDeployment: 128, concurrency: 512 })
    const routes = new Map(routesOf(deployments).map((route) => [route.installationId, route]))
    const held = new Map<string, number>()
    /** Lines everybody up and begins what is picked, until nothing more is. */
    const fill = () => {
      for (const installationId of routes.keys()) queue.add(installationId)
      for (let left = 512 - sum(held); left > 0; left = 512 - sum(held)) {
        const picks = queue.pick(Math.min(128, left), (id) => routes.get(id), now)
        if (picks.length === 0) break
        for (const pick of picks) {
          const { installationId, deploymentId, room } = pick
          for (let one = 0; one < room; one += 1) queue.begin(installationId, deploymentId)
          held.set(deploymentId, (held.get(deploymentId) ?? 0) + room)
          queue.picked(pick, room, true)
        }
      }
    }
    return { queue, held, fill }
  }
  const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((all, one) => all + one, 0)
  const hanging = Array.from({ length: 6 }, (_, index) => `hangs-${index}`)

  test('leave places to others, however many events wait for them', () => {
    const { held, fill } = world([...hanging, 'answers'])
    fill()
    expect(sum(held)).toBeLessThan(512)
    expect(held.get('answers')).toBeGreaterThanOrEqual(16)
  })

  test('hold few places in a crowd once they are slow, and an application that answers holds many', () => {
    const { queue, held, fill } = world([...hanging, 'answers'])
    for (const deploymentId of hanging)
      for (let one = 0; one < 50; one += 1) queue.begin(`${deploymentId}/0`, deploymentId)
    for (const deploymentId of hanging) queue.answered(deploymentId, 15_000)
    queue.begin('answers/0', 'answers')
    for (let one = 0; one < 3; one += 1) queue.answered('answers', 40)
    fill()
    for (const deploymentId of hanging) expect(held.get(deploymentId) ?? 0).toBe(0)
    expect(held.get('answers')).toBe(127)
  })

  test('get half of all places in one pick, counted once, though they are unknown', () => {
    const { queue, held, fill } = world(['new-0', 'new-1'])
    fill()
    expect(sum(held)).toBe(256)
    const once = new DeliveryQueue({ perRoute: 16, perDeployment: 512, concurrency: 512 })
    const routes = new Map(routesOf(['new']).map((route) => [route.installationId, route]))
    for (const installationId of routes.keys()) once.add(installationId)
    const picked = once.pick(512, (id) => routes.get(id), now)
    expect(picked.reduce((all, { room }) => all + room, 0)).toBe(256)
    expect(queue.size).toBeGreaterThan(0)
  })

  test('take all they may where nobody else needs the places', () => {
    const { queue, held, fill } = world(['hangs'])
    queue.begin('hangs/0', 'hangs')
    queue.answered('hangs', 15_000)
    fill()
    expect(held.get('hangs')).toBe(127)
  })
})
