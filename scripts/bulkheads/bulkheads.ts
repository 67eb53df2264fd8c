import { anybody } from './anybody.ts'
import { application } from './applications.ts'
import { customer } from './customers.ts'
import { policySystem } from './policy-systems.ts'
import { publisher } from './publishers.ts'
import type { Resource } from './resource.ts'

const parties = { anybody, publisher, customer, application, 'policy system': policySystem }

export interface Bulkhead extends Resource {
  party: keyof typeof parties
}

/** Every resource that one party could take from others. `docs/reference/bulkheads.md` is written from it. */
export const bulkheads: readonly Bulkhead[] = (Object.keys(parties) as (keyof typeof parties)[]).flatMap((party) =>
  parties[party].map((resource) => ({ party, ...resource })),
)
