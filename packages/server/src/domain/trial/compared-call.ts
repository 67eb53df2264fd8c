import { readJson } from '../../lib/json/read-json.ts'
import { type PricedPeril, type Prices, perilNames, pricesOf, totalOf } from '../pricing/read-prices.ts'
import { answerFields, differingPlaces } from './answer-fields.ts'
import { type Inputs, readInputs } from './read-inputs.ts'

/** How one release answered. `failure` is why there is no answer. */
export interface Answered {
  answer: Buffer | null
  failure: string | null
  durationMs: number
}

/** One call of a sample, answered by two releases: small enough to hold thousands of them. */
export interface ComparedCall {
  id: string
  kind: 'autofill' | 'rater'
  product: string | null
  operation: string | null
  /** What its premiums are in; absent in what a former release compared. */
  currency?: string | null
  policyLocator: string | null
  /** Whom the call is about: a customer who has a person forgotten gives one of these. */
  subjects?: string[]
  inputs: Inputs
  before: Side
  after: Side
  /** Places at which the two answers of the current release differ; empty where it was asked once. */
  noise: string[]
  /** Places at which the answers of the two releases differ. */
  changed: string[]
}

export interface Side {
  failure: string | null
  durationMs: number
  perils: Pick<PricedPeril, 'locator' | 'peril' | 'amount' | 'basis'>[]
  total: number | null
}

/**
 * Reads the answers of both releases to one call. `again` is the second answer of the current one; `known` gives places that
 * many calls share.
 */
export function compareCall(
  call: { id: string; kind: 'autofill' | 'rater'; request: Buffer },
  answers: { before: Answered; again: Answered | null; after: Answered },
  known: (place: string) => string = (place) => place,
): ComparedCall {
  const request = readJson(call.request)
  const names = perilNames(request)
  const perilOf = new Map([...names].flatMap(([locator, { peril }]) => (peril === null ? [] : [[locator, peril]])))
  const read = (answered: Answered) => {
    const value = answered.answer === null ? undefined : readJson(answered.answer)
    return { ...answered, prices: pricesOf(request, value, names), fields: answerFields(value, perilOf) }
  }
  const [before, after] = [read(answers.before), read(answers.after)]
  const again = answers.again?.failure === before.failure ? read(answers.again) : null
  const differing = (other: typeof before) => [...new Set([...differingPlaces(before.fields, other.fields)].map(known))]
  const { product, operation } = call.kind === 'rater' ? before.prices : autofillFacts(request)
  return {
    id: call.id,
    kind: call.kind,
    product,
    operation,
    currency: before.prices.currency,
    policyLocator: before.prices.policyLocator,
    subjects: subjectsOf(request),
    inputs: readInputs(request),
    before: sideOf(before),
    after: sideOf(after),
    noise: again === null ? [] : differing(again),
    changed: before.failure === null && after.failure === null ? differing(after) : [],
  }
}

function sideOf({ failure, durationMs, prices: { perils } }: Answered & { prices: Prices }): Side {
  return { failure, durationMs, perils, total: totalOf(perils) }
}

function autofillFacts(request: unknown): { product: string | null; operation: string | null } {
  const { productName, operation, operationType } = (request ?? {}) as Record<string, unknown>
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 200) : null)
  const kind = text(operation)
  return { product: text(productName), operation: kind && `${kind}.${text(operationType) ?? ''}` }
}

/** The locators that a request names: of the policy, its holder or account, and what else it is about. */
function subjectsOf(request: unknown): string[] {
  const asked = (request ?? {}) as Record<string, unknown>
  const policy = (asked.policy ?? {}) as Record<string, unknown>
  const named = [asked, policy]
    .flatMap((part) => Object.entries(part))
    .flatMap(([name, value]) => (/locator$/i.test(name) ? [value] : []))
  return [...new Set(named.filter((one): one is string => typeof one === 'string' && one.length <= 64))].slice(0, 20)
}
