import type { Policy } from '../core/connected-policy.ts'
import type { ConnectedTenant } from '../core/connected-tenant.ts'
import type { Simulation } from '../core/simulation.ts'
import { isRecord } from '../lib/body.ts'
import { Refusal } from '../lib/refusal.ts'
import { callIntegration } from './run-autofill.ts'

const OWN_RATE = '100.00'

export type PriceInput = {
  operation: 'new_business' | 'endorsement' | 'renewal' | 'reinstatement'
  policy: Policy
  endorsementLocator?: string
  renewalLocator?: string
}

/** Prices every peril, by the product's external rater if a person attached one; returns the priced policy. */
export async function pricePolicy(
  simulation: Simulation,
  tenant: ConnectedTenant,
  input: PriceInput,
): Promise<{ policy: Policy; premium: string }> {
  const { policy } = input
  const perils = policy.exposures.flatMap((exposure) =>
    exposure.perils.map((peril) => ({
      policyCharacteristicsLocator: policy.characteristics.at(-1)?.locator ?? '',
      exposureCharacteristicsLocator: exposure.characteristics.at(-1)?.locator ?? '',
      perilCharacteristicsLocator: peril.characteristics.at(-1)?.locator ?? '',
    })),
  )
  const rater = tenant.products.find((product) => product.name === policy.productName)?.externalRater
  const priced =
    rater === undefined
      ? Object.fromEntries(perils.map((peril) => [peril.perilCharacteristicsLocator, { premium: OWN_RATE }]))
      : (
          await callIntegration(simulation, tenant, rater, {
            ...input,
            policyExposurePerils: perils,
            tenantTimeZone: tenant.timeZone,
          })
        ).pricedPerilCharacteristics
  if (!isRecord(priced)) throw new Refusal(502, 'rating_failed', 'The rater answered no pricedPerilCharacteristics')
  return withPremiums(policy, priced)
}

function withPremiums(policy: Policy, priced: Record<string, unknown>): { policy: Policy; premium: string } {
  let total = 0
  const exposures = policy.exposures.map((exposure) => ({
    ...exposure,
    perils: exposure.perils.map((peril) => ({
      ...peril,
      characteristics: peril.characteristics.map((characteristics) => {
        const premium = premiumOf(priced[characteristics.locator])
        if (premium === undefined)
          throw new Refusal(
            502,
            'rating_failed',
            `The rater left the peril "${peril.name}" of ${exposure.name} unpriced`,
          )
        total += premium
        return { ...characteristics, premium: premium.toFixed(2) }
      }),
    })),
  }))
  return { policy: { ...policy, exposures }, premium: total.toFixed(2) }
}

/** A premium is given for the term, for a year, or exactly. */
function premiumOf(price: unknown): number | undefined {
  if (!isRecord(price)) return undefined
  const given = price.premium ?? price.yearlyPremium ?? price.exactPremium
  const premium = given === undefined || given === '' ? Number.NaN : Number(given)
  return Number.isFinite(premium) ? premium : undefined
}
