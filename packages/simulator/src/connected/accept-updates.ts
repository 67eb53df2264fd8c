import type { Policy, Updates } from '../core/connected-policy.ts'
import type { Product } from '../core/connected-tenant.ts'
import type { Json } from '../lib/body.ts'
import { refuse } from '../lib/refusal.ts'
import { checkUpdates } from './check-updates.ts'
import { mergeUpdates } from './merge-updates.ts'

/** A change as a caller writes it, read into shape; refused when it names what the product or the policy lacks. */
export function acceptUpdates(given: Json, product: Product, policy?: Policy): Updates {
  refuse(checkUpdates(given, product, policy), 400, 'updates_invalid')
  return mergeUpdates({}, given)
}
