import type { ConnectedTenant, Product } from '../core/connected-tenant.ts'
import { unknownName } from '../lib/nearest.ts'
import { Refusal } from '../lib/refusal.ts'

export function findProduct(tenant: ConnectedTenant, name: string, status = 400): Product {
  const found = tenant.products.find((item) => item.name === name)
  if (found) return found
  const known = tenant.products.map((item) => item.name)
  throw new Refusal(status, 'product_unknown', unknownName('The tenant', 'product', name, known))
}
