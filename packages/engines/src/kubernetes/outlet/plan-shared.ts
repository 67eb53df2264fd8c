import type { KubernetesObject } from '@kubernetes/client-node'
import type { Place } from '../plan.ts'
import { markOf, type OutletOrder } from './outlet-order.ts'
import { planOutletSecret, planOutletService } from './outlet-plan.ts'
import { type OutletPolicyOptions, planClosedPolicy, planOutletPolicy, planWatchedPolicy } from './outlet-policies.ts'

/** Everything of an outlet but the pod, which is told by itself. */
export interface SharedObjects {
  /** Names what was planned: where it is the same, nothing has to be applied. */
  mark: string
  /** The Secret, with the mark, comes last. */
  objects(token: string): KubernetesObject[]
}

export function planShared(order: OutletOrder, place: Place, options: OutletPolicyOptions): SharedObjects {
  const own =
    order.kind === 'watched' ? planWatchedPolicy(order, place) : planClosedPolicy(order, place, options.callers)
  const planned = [planOutletService(order, place), planOutletPolicy(order, place, options), own]
  const mark = markOf([order, planned])
  return {
    mark,
    objects: (token) => [...planned, planOutletSecret(order.spec, place, { order, token, planned: mark })],
  }
}
