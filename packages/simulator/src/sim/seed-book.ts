import { seedConnectedBook } from '../connected/seed-book.ts'
import type { Simulation } from '../core/simulation.ts'
import { seedEnterpriseBook } from '../enterprise/seed-book.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Tenant } from './find-tenant.ts'

/** Policies of one book unless another number is asked for, and the most that are added at once. */
export const BOOK = 5_000
/** Policies in one tenant: the world is held in memory and written as a whole. */
const MAX = 20_000

/** Adds a book of issued policies to a tenant, without calling anybody. */
export function seedBook(simulation: Simulation, tenant: Tenant, asked = BOOK): { added: number; policies: number } {
  const added = Math.min(BOOK, Math.max(1, Math.floor(asked)))
  const { policies } = 'connected' in tenant ? tenant.connected : tenant.enterprise
  const products =
    'connected' in tenant
      ? tenant.connected.products.filter(({ name }) => name !== 'global')
      : Object.keys(tenant.enterprise.dataModel.products)
  if (products.length === 0) throw new Refusal(409, 'no_product', 'The tenant has no product deployed')
  if (policies.length + added > MAX)
    throw new Refusal(409, 'book_full', `A tenant holds ${MAX} policies at most, and this one has ${policies.length}`)
  const { seed } = simulation.world
  if ('connected' in tenant) seedConnectedBook(tenant.connected, seed, added, simulation.clock())
  else seedEnterpriseBook(tenant.enterprise, seed, added, simulation.clock())
  simulation.changed()
  return { added, policies: policies.length }
}
