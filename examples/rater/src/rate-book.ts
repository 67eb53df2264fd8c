import { GiveUp } from '@mkt/sdk'
import type { PlatformApp } from './platform-app.ts'

/** Some of what a customer configures. */
export type RaterSettings = Partial<PlatformApp['settings']>
export type RateRow = PlatformApp['settings']['rates'][number]

/** A share of the insured value, or an amount. */
export type Rate = { readonly share: number } | { readonly amount: number }

/** What a customer's settings say about prices. */
export interface RateBook {
  readonly rates: ReadonlyMap<string, Rate>
  readonly minimum: number
  /** Beginning of a postal code → factor. */
  readonly territories: ReadonlyMap<string, number>
  readonly businessUse: number
}

/** The platform has checked columns and types; what the rows mean together is checked here. */
export function readRateBook(settings: RaterSettings): RateBook {
  const factors = settings.territories === 'table' ? (settings.territoryFactors ?? []) : []
  return {
    rates: new Map((settings.rates ?? []).map((row, index) => [row.peril, readRate(row, index + 1)])),
    minimum: settings.minimum ?? 0,
    territories: new Map(
      factors.map(({ postalCode, factor }, index) => [
        postalCode,
        notBelowZero(factor, `The factor in row ${index + 1}`),
      ]),
    ),
    businessUse: Number(settings.businessUse ?? 1),
  }
}

function readRate({ peril, percent, amount }: RateRow, row: number): Rate {
  const where = `of "${peril}" in row ${row} of the rate table`
  if (percent !== undefined && amount !== undefined)
    throw new GiveUp(`The rate ${where} is a percentage and an amount: give one.`)
  if (percent !== undefined) return { share: notBelowZero(percent, `The percentage ${where}`) / 100 }
  if (amount !== undefined) return { amount: notBelowZero(amount, `The amount ${where}`) }
  throw new GiveUp(`The rate ${where} is missing: give a percentage or an amount.`)
}

function notBelowZero(value: number, what: string): number {
  if (value >= 0) return value
  throw new GiveUp(`${what} is below zero.`)
}
