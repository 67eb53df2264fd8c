import { cutText } from '../../lib/cut-text.ts'
import { readJson } from '../../lib/json/read-json.ts'

/** A rater's premium for one peril. */
export interface PricedPeril {
  /** Of the peril characteristics. */
  locator: string
  /** Names in the policy; null where the request does not tell. */
  peril: string | null
  exposure: string | null
  /** Which of the three premiums was given. */
  basis: 'premium' | 'yearlyPremium' | 'exactPremium'
  /** Null where what was given is no number, or none that a premium can be. */
  amount: number | null
}

/** What a rater was asked and what it charged, as far as both can be read. */
export interface Prices {
  policyLocator: string | null
  product: string | null
  operation: string | null
  /** Currency of the policy's premiums; null if the policy does not name one. */
  currency: string | null
  perils: PricedPeril[]
}

/** A policy has tens of perils; a hostile answer has a million. */
const MAX_PERILS = 2_000
const MAX_CHARACTERS = 200
/** Beyond this a number is no premium, and sums of many would lose their cents. */
const MAX_PREMIUM = 1e12
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
const bases = ['premium', 'yearlyPremium', 'exactPremium'] as const

/** Reads what a rater was asked and answered. Never throws: applications and policy systems send what they like. */
export function readPrices(request: Buffer, answer: Buffer): Prices {
  const asked = readJson(request)
  return pricesOf(asked, readJson(answer), perilNames(asked))
}

/** The same of what was read already. */
export function pricesOf(request: unknown, answer: unknown, names: ReadonlyMap<string, PerilName>): Prices {
  const asked = objectOf(request)
  const policy = objectOf(asked.policy)
  return {
    policyLocator: textOf(policy.locator),
    product: textOf(policy.productName),
    operation: textOf(asked.operation),
    currency: textOf(policy.currency),
    perils: pricedPerils(objectOf(answer).pricedPerilCharacteristics, names),
  }
}

export interface PerilName {
  peril: string | null
  exposure: string | null
}

/** Locators of peril characteristics → how the policy names the peril and its exposure. */
export function perilNames(request: unknown): Map<string, PerilName> {
  const names = new Map<string, PerilName>()
  for (const exposure of listOf(objectOf(objectOf(request).policy).exposures)) {
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
    .slice(0, MAX_PERILS)
    .map(([locator, price]) => {
      const name = names.get(locator) ?? { peril: null, exposure: null }
      return { locator: cutText(locator, MAX_CHARACTERS), ...name, ...amountOf(price) }
    })
}

/** Some raters answer the bare premium instead of an object. */
function amountOf(price: unknown): Pick<PricedPeril, 'basis' | 'amount'> {
  const fields = objectOf(price)
  const basis = bases.find((name) => fields[name] !== undefined && fields[name] !== null) ?? 'premium'
  return { basis, amount: numberOf(typeof price === 'object' ? fields[basis] : price) }
}

function numberOf(value: unknown): number | null {
  const text = typeof value === 'string' ? value.trim() : ''
  const number = typeof value === 'number' ? value : decimal.test(text) ? Number(text) : Number.NaN
  return Math.abs(number) <= MAX_PREMIUM ? number : null
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(objectOf) : []
}

/** Text that the database can keep. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' ? cutText(value, MAX_CHARACTERS).replaceAll('\0', '').toWellFormed() : null
}

/** The sum of what was charged; null when nothing was. */
export function totalOf(perils: readonly Pick<PricedPeril, 'amount'>[]): number | null {
  const amounts = perils.flatMap(({ amount }) => (amount === null ? [] : [amount]))
  return amounts.length === 0 ? null : Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 100) / 100
}
