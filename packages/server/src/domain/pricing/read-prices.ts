import { readJson } from '../../lib/json/read-json.ts'

/** What a rater charged for one peril. */
export interface PricedPeril {
  /** Of the peril characteristics. */
  locator: string
  /** Names in the policy; null where the request does not tell. */
  peril: string | null
  exposure: string | null
  /** Which of the three premiums was given. */
  basis: 'premium' | 'yearlyPremium' | 'exactPremium'
  /** Null where what was given is no number. */
  amount: number | null
}

/** What a rater was asked and what it charged, as far as both can be read. */
export interface Prices {
  policyLocator: string | null
  product: string | null
  operation: string | null
  perils: PricedPeril[]
}

/** A policy has tens of perils; a hostile answer has a million. */
const MOST_PERILS = 2_000
const MOST_CHARACTERS = 200
const bases = ['premium', 'yearlyPremium', 'exactPremium'] as const

/** Reads what a rater was asked and answered. Never throws: applications and policy systems send what they like. */
export function readPrices(request: Buffer, answer: Buffer): Prices {
  const asked = objectOf(readJson(request))
  const policy = objectOf(asked.policy)
  return {
    policyLocator: textOf(policy.locator),
    product: textOf(policy.productName),
    operation: textOf(asked.operation),
    perils: pricedPerils(objectOf(readJson(answer)).pricedPerilCharacteristics, perilNames(policy)),
  }
}

interface PerilName {
  peril: string | null
  exposure: string | null
}

/** Locators of peril characteristics → how the policy names the peril and its exposure. */
function perilNames(policy: Record<string, unknown>): Map<string, PerilName> {
  const names = new Map<string, PerilName>()
  for (const exposure of listOf(policy.exposures)) {
    for (const peril of listOf(exposure.perils)) {
      for (const { locator } of listOf(peril.characteristics)) {
        if (typeof locator === 'string')
          names.set(locator, { peril: textOf(peril.name), exposure: textOf(exposure.name) })
      }
    }
  }
  return names
}

function pricedPerils(given: unknown, names: ReadonlyMap<string, PerilName>): PricedPeril[] {
  return Object.entries(objectOf(given))
    .slice(0, MOST_PERILS)
    .map(([locator, price]) => {
      const name = names.get(locator) ?? { peril: null, exposure: null }
      return { locator: locator.slice(0, MOST_CHARACTERS), ...name, ...amountOf(price) }
    })
}

/** Some raters answer the bare premium instead of an object. */
function amountOf(price: unknown): Pick<PricedPeril, 'basis' | 'amount'> {
  const fields = objectOf(price)
  const basis = bases.find((name) => fields[name] !== undefined && fields[name] !== null) ?? 'premium'
  return { basis, amount: numberOf(typeof price === 'object' ? fields[basis] : price) }
}

function numberOf(value: unknown): number | null {
  const text = typeof value === 'string' ? value.trim() : value
  const number = typeof text === 'number' ? text : typeof text === 'string' && text !== '' ? Number(text) : Number.NaN
  return Number.isFinite(number) ? number : null
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(objectOf) : []
}

/** Text that the database can keep. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, MOST_CHARACTERS).replaceAll('\0', '').toWellFormed() : null
}

/** The sum of what was charged; null when nothing was. */
export function totalOf(perils: readonly Pick<PricedPeril, 'amount'>[]): number | null {
  const amounts = perils.flatMap(({ amount }) => (amount === null ? [] : [amount]))
  return amounts.length === 0 ? null : Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 100) / 100
}
