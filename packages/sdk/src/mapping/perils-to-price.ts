import type { Characteristics, Exposure, Peril, PerilCharacteristics, RaterRequest } from '@mkt/contract/app'
import { GiveUp } from '../errors.ts'
import { valuesIn } from './field-groups.ts'
import { type MappingTarget, parseMappingPath } from './mapping-path.ts'

/** One peril to price, with the very characteristics it stands on. */
export interface PricedPeril {
  /** The name of the price in the answer. */
  readonly locator: string
  readonly policyCharacteristics: Characteristics
  readonly exposure: Exposure
  readonly exposureCharacteristics: Characteristics
  readonly peril: Peril
  readonly perilCharacteristics: PerilCharacteristics
  /** First value of a mapped field, at policy level or at this exposure or peril; undefined where it has none. */
  read(path: string | undefined): string | undefined
}

/**
 * Resolves the locators of a rater request to the things they mean.
 *
 * @example
 * for (const peril of perilsToPrice(request)) prices[peril.locator] = { premium: rate(peril.read(mapping.year)) }
 */
export function perilsToPrice(request: RaterRequest): PricedPeril[] {
  const { policy } = request
  return request.policyExposurePerils.map((wanted): PricedPeril => {
    const policyCharacteristics = policy.characteristics.find(by(wanted.policyCharacteristicsLocator))
    const exposure = policy.exposures.find((one) => one.characteristics.some(by(wanted.exposureCharacteristicsLocator)))
    const exposureCharacteristics = exposure?.characteristics.find(by(wanted.exposureCharacteristicsLocator))
    const peril = exposure?.perils.find((one) => one.characteristics.some(by(wanted.perilCharacteristicsLocator)))
    const perilCharacteristics = peril?.characteristics.find(by(wanted.perilCharacteristicsLocator))
    if (!policyCharacteristics || !exposure || !exposureCharacteristics || !peril || !perilCharacteristics) {
      throw new GiveUp(`The peril ${wanted.perilCharacteristicsLocator} to be priced is not part of the policy.`)
    }
    return {
      locator: wanted.perilCharacteristicsLocator,
      policyCharacteristics,
      exposure,
      exposureCharacteristics,
      peril,
      perilCharacteristics,
      read(path) {
        if (path === undefined) return undefined
        const target = parseMappingPath(path)
        const holder = holderOf(this, target, policy.productName)
        return holder && valuesIn(holder, groupOf(target), target.field)[0]?.[0]
      },
    }
  })
}

function holderOf(at: PricedPeril, target: MappingTarget, productName: string): Characteristics | undefined {
  if (target.variant !== 'connected' || target.level === 'policyholder') return undefined
  if (target.product !== productName) return undefined
  if (target.level === 'policy') return at.policyCharacteristics
  if (target.exposure !== at.exposure.name) return undefined
  if (target.level === 'exposure') return at.exposureCharacteristics
  return target.peril === at.peril.name ? at.perilCharacteristics : undefined
}

function groupOf(target: MappingTarget): string | undefined {
  return target.variant === 'connected' ? target.group : undefined
}

function by(locator: string): (one: { locator: string }) => boolean {
  return (one) => one.locator === locator
}
