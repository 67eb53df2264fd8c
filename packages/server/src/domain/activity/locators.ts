import { locatorKinds } from '@mkt/contract/api'
import { readJson } from '../../lib/json/read-json.ts'

export type LocatorKind = (typeof locatorKinds)[number]

export interface FoundLocator {
  kind: LocatorKind
  locator: string
}

type Variant = 'connected' | 'enterprise'

/** An event names one policy and perhaps a transaction of it; a hostile body names a million. */
export const MAX_LOCATORS = 8

/** How both variants name locators, beside `<kind>Locator`. */
const furtherNames: Record<string, LocatorKind> = {
  subClaimLocator: 'claim',
  fnolLocator: 'claim',
  changeLocator: 'transaction',
}
const kindByName = new Map<string, LocatorKind>([
  ...locatorKinds.map((kind) => [`${kind}Locator`, kind] as const),
  ...Object.entries(furtherNames),
])

/** What the bare `locator` of an enterprise event's data names, by the beginning of the event's type; the first that fits. */
const kindByType: readonly (readonly [string, LocatorKind])[] = [
  ['policy.quote.', 'quote'],
  ['policy.change.', 'transaction'],
  ['policy.renewal.', 'renewal'],
  ['policy.cancellation.', 'cancellation'],
  ['policy.reinstatement.', 'reinstatement'],
  ['policy.status.', 'policy'],
  ['billing.invoice.', 'invoice'],
  ['billing.payment.', 'payment'],
  ['claim.', 'claim'],
]

const shape = /^[A-Za-z0-9_-]{1,64}$/

/**
 * The locators that the body of an event, an autofill or a rater call names. Three places are looked at, none deeper: the body itself,
 * the `data` of an event and the `policy` that a rater is asked about. Never throws: senders send what they like.
 */
export function locatorsOfBody(variant: Variant, body: Buffer): FoundLocator[] {
  return locatorsOfValue(variant, readJson(body))
}

/** The same of a body that was read already. */
export function locatorsOfValue(variant: Variant, value: unknown): FoundLocator[] {
  const whole = objectOf(value)
  const data = objectOf(whole.data)
  const found = new Found()
  // What a rater prices comes first, so that it is kept whatever else is named.
  found.add('policy', objectOf(whole.policy).locator)
  for (const place of [data, whole]) for (const [name, kind] of kindByName) found.add(kind, place[name])
  if (variant === 'enterprise' && typeof whole.type === 'string') {
    const type = whole.type
    const named = kindByType.find(([beginning]) => type.startsWith(beginning))
    if (named !== undefined) found.add(named[1], data.locator)
  }
  return found.all
}

const nouns: Record<string, LocatorKind> = {
  policy: 'policy',
  policies: 'policy',
  quote: 'quote',
  quotes: 'quote',
  endorsement: 'endorsement',
  endorsements: 'endorsement',
  renewal: 'renewal',
  renewals: 'renewal',
  cancellation: 'cancellation',
  cancellations: 'cancellation',
  reinstatement: 'reinstatement',
  reinstatements: 'reinstatement',
  transaction: 'transaction',
  transactions: 'transaction',
  claim: 'claim',
  claims: 'claim',
  fnol: 'claim',
  invoice: 'invoice',
  invoices: 'invoice',
  payment: 'payment',
  payments: 'payment',
}

const digits = /^\d{3,32}$/
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const ulid = /^[0-9a-hjkmnp-tv-z]{26}$/i

/** The shape tells a locator from a word: `/policy/100002122` names a policy, `/policy/create` and an enterprise tenant's UUID do not. */
function isLocator(variant: Variant, kind: LocatorKind, text: string): boolean {
  if (variant === 'enterprise') return ulid.test(text)
  return kind === 'policy' ? digits.test(text) : uuid.test(text)
}

/** The locators in the path of a request to the policy system: what follows a noun and has the shape of a locator. */
export function locatorsOfPath(variant: Variant, path: string): FoundLocator[] {
  const found = new Found()
  const segments = path.slice(0, 500).split('/')
  for (const [index, noun] of segments.entries()) {
    const kind = Object.hasOwn(nouns, noun) ? nouns[noun] : undefined
    const next = segments[index + 1]
    if (kind !== undefined && next !== undefined && isLocator(variant, kind, next)) found.add(kind, next)
  }
  return found.all
}

/** Each locator once, under the first kind it was found as, and no more than the limit. */
class Found {
  readonly #kinds = new Map<string, LocatorKind>()

  add(kind: LocatorKind, value: unknown): void {
    const text = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? String(value) : value
    if (typeof text !== 'string' || !shape.test(text)) return
    if (this.#kinds.size < MAX_LOCATORS && !this.#kinds.has(text)) this.#kinds.set(text, kind)
  }

  get all(): FoundLocator[] {
    return [...this.#kinds].map(([locator, kind]) => ({ kind, locator }))
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
