import { segmentOf } from './answer-fields.ts'
import type { ComparedCall } from './compared-call.ts'

/** One call with the premiums that both releases gave it. */
export interface PricedCall {
  call: ComparedCall
  /** Perils with a premium in both answers. */
  perils: { peril: string; before: number; after: number }[]
  /** Perils that had a premium and have none now, and the other way round. */
  notPriced: number
  newlyPriced: number
}

/** More than this is shown as this, and so is a premium where there was none: no gate allows more. */
export const mostPercent = 100_000

/** Matches the perils of both answers, without those whose premium is noise. */
export function pricedCall(call: ComparedCall, noise: ReadonlySet<string>): PricedCall {
  const own = new Set(call.noise)
  // A bare premium stands at the place of its peril.
  const isNoise = (peril: string, basis: string) =>
    [`/pricedPerilCharacteristics/${peril}/${basis}`, `/pricedPerilCharacteristics/${peril}`].some(
      (place) => noise.has(place) || own.has(place),
    )
  const amounts = (side: ComparedCall['before']) =>
    new Map(
      side.perils.flatMap(({ locator, peril: name, basis, amount }) => {
        // A locator would be a line for each policy, and tell the publisher which ones there are.
        const peril = name ?? segmentOf(locator)
        return amount === null || isNoise(peril, basis) ? [] : [[locator, { peril, amount }] as const]
      }),
    )
  const before = amounts(call.before)
  const after = amounts(call.after)
  const perils = [...before].flatMap(([locator, { peril, amount }]) => {
    const other = after.get(locator)
    return other === undefined ? [] : [{ peril, before: amount, after: other.amount }]
  })
  const newlyPriced = [...after.keys()].filter((locator) => !before.has(locator)).length
  return { call, perils, notPriced: before.size - perils.length, newlyPriced }
}

/** The sums of some perils before and after, and how much they changed. */
export function changeOf(perils: PricedCall['perils']): { before: number; after: number; percent: number } {
  const before = sum(perils.map((peril) => peril.before))
  const after = sum(perils.map((peril) => peril.after))
  const percent = percentOf(before, after) ?? Math.sign(after) * mostPercent
  return { before, after, percent: Math.max(-mostPercent, Math.min(mostPercent, percent)) }
}

/** A change in per cent; null where there was nothing before. */
export function percentOf(before: number, after: number): number | null {
  if (before === 0) return after === 0 ? 0 : null
  return Math.round(((after - before) / Math.abs(before)) * 10_000) / 100
}

export function sum(values: readonly number[]): number {
  return cents(values.reduce((total, value) => total + value, 0))
}

export function cents(value: number): number {
  return Math.round(value * 100) / 100
}
