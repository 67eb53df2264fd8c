import { expect, test } from 'vitest'
import { testRoute } from '../testing/routes.ts'
import { DeliveryQueue } from './delivery-queue.ts'

const now = new Date('2026-01-01T00:00:00Z')

test('a route behind hundreds of routes of a full deployment is served by a later pick', () => {
  const queue = new DeliveryQueue({ perRoute: 1, perDeployment: 1 })
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
