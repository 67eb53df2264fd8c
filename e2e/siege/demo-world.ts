import type { Bootstrap } from '../../packages/server/src/laptop/bootstrap.ts'
import { clientOf } from '../testing/client-of.ts'
import { demoHabits, type Habit } from './habits.ts'
import { deployHostileApps } from './hostile-apps.ts'

export interface World {
  habits: Habit[]
  /** Lets a publisher that means harm deploy what it has, but for these. */
  attack(without: readonly string[]): Promise<void>
  /** What became of honest applications and their events since. */
  harm(): Promise<string[]>
}

const LOOK_MS = 500
/** Events wait behind hostile applications for a moment; longer is harm. */
const SETTLE_MS = 60_000

/** The demo's customer and applications, as those that must come to no harm. */
export async function demoWorld(bootstrap: Bootstrap): Promise<World> {
  const publisher = await clientOf(bootstrap, bootstrap.publisher)
  const customer = await clientOf(bootstrap, bootstrap.customer)
  const organization = { params: { org: bootstrap.customer.organization.id }, query: { limit: 100 } }

  async function restarts(): Promise<Map<string, number>> {
    const found = new Map<string, number>()
    const listings = await publisher.listOrganizationListings({ params: { org: bootstrap.publisher.organization.id } })
    for (const { id, name } of listings.items) {
      const { items } = await publisher.listDeployments({ params: { id } })
      found.set(
        name,
        items.reduce((sum, { restarts: count }) => sum + count, 0),
      )
    }
    return found
  }

  async function unsettled(): Promise<string[]> {
    const { items } = await customer.listInstallations(organization)
    const found: string[] = []
    for (const { id, listing } of items) {
      for (const state of ['WAITING', 'DEAD'] as const) {
        const events = await customer.listDeliveries({ params: { id }, query: { state, limit: 1 } })
        if (events.items.length > 0) found.push(`${listing.name} has events that are ${state}`)
      }
    }
    return found
  }

  const before = await restarts()
  return {
    habits: await demoHabits(bootstrap),
    attack: (without) => deployHostileApps(bootstrap, without),
    async harm() {
      const until = performance.now() + SETTLE_MS
      let found = await unsettled()
      while (found.length > 0 && performance.now() < until) {
        await new Promise((later) => setTimeout(later, LOOK_MS))
        found = await unsettled()
      }
      for (const [name, count] of await restarts()) {
        if (count > (before.get(name) ?? 0)) found.push(`${name} was restarted`)
      }
      return found
    },
  }
}
