import { readJson } from '../../lib/json/read-json.ts'
import { type PricedPeril, readPrices, totalOf } from '../pricing/read-prices.ts'
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

/** Reads the answers of both releases to one call. `again` is the second answer of the current one. */
export function compareCall(
  call: { id: string; kind: 'autofill' | 'rater'; request: Buffer },
  answers: { before: Answered; again: Answered | null; after: Answered },
): ComparedCall {
  const { before, again, after } = answers
  const request = readJson(call.request)
  const prices = readPrices(call.request, before.answer ?? Buffer.alloc(0))
  const names = new Map(perilNames(request))
  const fields = (answered: Answered) =>
    answerFields(answered.answer === null ? undefined : readJson(answered.answer), names)
  const both = before.failure === null && after.failure === null
  const { product, operation } = call.kind === 'rater' ? prices : autofillFacts(request)
  return {
    id: call.id,
    kind: call.kind,
    product,
    operation,
    policyLocator: prices.policyLocator,
    subjects: subjectsOf(request),
    inputs: readInputs(request),
    before: side(call.request, before),
    after: side(call.request, after),
    noise:
      again === null || again.failure !== before.failure ? [] : [...differingPlaces(fields(before), fields(again))],
    changed: both ? [...differingPlaces(fields(before), fields(after))] : [],
  }
}

function side(request: Buffer, { answer, failure, durationMs }: Answered): Side {
  const { perils } = readPrices(request, answer ?? Buffer.alloc(0))
  return { failure, durationMs, perils, total: totalOf(perils) }
}

function autofillFacts(request: unknown): { product: string | null; operation: string | null } {
  const { productName, operation, operationType } = (request ?? {}) as Record<string, unknown>
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 200) : null)
  const kind = text(operation)
  return { product: text(productName), operation: kind && `${kind}.${text(operationType) ?? ''}` }
}

/** The locators of the policy and its holder that a request names. */
function subjectsOf(request: unknown): string[] {
  const asked = (request ?? {}) as Record<string, unknown>
  const policy = (asked.policy ?? {}) as Record<string, unknown>
  const named = [policy.locator, policy.policyholderLocator, asked.policyLocator, asked.policyholderLocator]
  return [...new Set(named.filter((one): one is string => typeof one === 'string' && one.length <= 64))]
}

/** Locators of peril characteristics with the names of their perils. */
function* perilNames(request: unknown): Generator<[string, string]> {
  const { policy } = (request ?? {}) as { policy?: { exposures?: unknown } }
  const exposures = Array.isArray(policy?.exposures) ? policy.exposures : []
  for (const exposure of exposures) {
    const perils: unknown[] = Array.isArray(exposure?.perils) ? exposure.perils : []
    for (const peril of perils as { name?: unknown; characteristics?: unknown }[]) {
      const parts: unknown[] = Array.isArray(peril?.characteristics) ? peril.characteristics : []
      for (const part of parts as { locator?: unknown }[])
        if (typeof part?.locator === 'string' && typeof peril.name === 'string') yield [part.locator, peril.name]
    }
  }
}
