import { bandOf, bands } from './bands.ts'
import type { ComparedCall } from './compared-call.ts'
import { type CurrencyTotal, currencyTotals, type OverallChange, overallChange } from './currency-totals.ts'
import { type ImpactLine, impactLines } from './impact-lines.ts'
import { otherPlaces } from './known-places.ts'
import { type LatencyFigures, latencyOf } from './latency-figures.ts'
import { noisyPlaces } from './noisy-places.ts'
import { changeOf, pricedCall, sum } from './priced-call.ts'
import { createUnusualInputs, type UnusualInput } from './unusual-inputs.ts'

/** One call that changed much. */
export interface ImpactExample {
  callId: string
  policyLocator: string | null
  product: string | null
  operation: string | null
  currency: string | null
  before: number
  after: number
  percent: number
  inputs: UnusualInput[]
}

/** Rate impact of another release. */
export interface RateImpact {
  calls: number
  /** Calls whose premium is in both answers and is no noise. */
  compared: number
  total: OverallChange
  totals: CurrencyTotal[]
  bands: { name: string; calls: number }[]
  lines: ImpactLine[]
  increases: ImpactExample[]
  decreases: ImpactExample[]
  /** Perils that had a premium and have none now, and the other way round. */
  notPriced: number
  newlyPriced: number
  errors: { before: number; after: number; onlyAfter: number; reasons: { reason: string; calls: number }[] }
  latency: { before: LatencyFigures; after: LatencyFigures }
  /** Other places of the answers that differ, with the number of calls. */
  fields: { place: string; calls: number }[]
  /** Places left out, because two answers of the same release differ there. */
  noise: string[]
}

const SHOWN_EXAMPLES = 5
const SHOWN_FIELDS = 100

/** Sums up what changes from one release to another. The answers of the same release to the same call tell what is noise. */
export function rateImpact(calls: readonly ComparedCall[]): RateImpact {
  const noise = noisyPlaces(calls)
  const priced = calls.map((call) => pricedCall(call, noise))
  const changes = priced.flatMap(({ call, perils }) => (perils.length === 0 ? [] : [{ call, ...changeOf(perils) }]))
  const unusualInputs = createUnusualInputs(calls.map((call) => call.inputs))
  const largest = (descending: boolean) =>
    changes
      .filter(({ percent }) => (descending ? percent > 0 : percent < 0))
      .toSorted(
        (a, b) => (descending ? b.percent - a.percent : a.percent - b.percent) || (a.call.id < b.call.id ? -1 : 1),
      )
      .slice(0, SHOWN_EXAMPLES)
      .map(({ call, ...amounts }) => ({
        callId: call.id,
        policyLocator: call.policyLocator,
        product: call.product,
        operation: call.operation,
        currency: call.currency ?? null,
        ...amounts,
        inputs: unusualInputs(call.inputs),
      }))
  const totals = currencyTotals(changes)
  return {
    calls: calls.length,
    compared: changes.length,
    total: overallChange(totals),
    totals,
    bands: countBands(changes.map(({ percent }) => percent)).map((count, index) => ({
      name: bands[index]?.name ?? '',
      calls: count,
    })),
    lines: impactLines(priced),
    increases: largest(true),
    decreases: largest(false),
    notPriced: sum(priced.map(({ notPriced }) => notPriced)),
    newlyPriced: sum(priced.map(({ newlyPriced }) => newlyPriced)),
    errors: errorsOf(calls),
    latency: {
      before: latencyOf(calls.map((call) => call.before.durationMs)),
      after: latencyOf(calls.map((call) => call.after.durationMs)),
    },
    fields: fieldsOf(calls, noise),
    noise: [...noise].toSorted(),
  }
}

function errorsOf(calls: readonly ComparedCall[]): RateImpact['errors'] {
  const reasons = new Map<string, number>()
  const onlyAfter = calls.filter(({ before, after }) => before.failure === null && after.failure !== null)
  for (const { after } of onlyAfter) reasons.set(after.failure ?? '', (reasons.get(after.failure ?? '') ?? 0) + 1)
  return {
    before: calls.filter(({ before }) => before.failure !== null).length,
    after: calls.filter(({ after }) => after.failure !== null).length,
    onlyAfter: onlyAfter.length,
    reasons: [...reasons].map(([reason, count]) => ({ reason, calls: count })).slice(0, SHOWN_EXAMPLES),
  }
}

function fieldsOf(calls: readonly ComparedCall[], noise: ReadonlySet<string>): RateImpact['fields'] {
  const counts = new Map<string, number>()
  for (const call of calls) {
    const own = new Set(call.noise)
    // Noise at one of many places says nothing about the others.
    const isNoise = (place: string) => place !== otherPlaces && (noise.has(place) || own.has(place))
    for (const place of call.changed) if (!isNoise(place)) counts.set(place, (counts.get(place) ?? 0) + 1)
  }
  return [...counts]
    .map(([place, count]) => ({ place, calls: count }))
    .toSorted((a, b) => b.calls - a.calls || (a.place < b.place ? -1 : 1))
    .slice(0, SHOWN_FIELDS)
}

function countBands(percents: readonly number[]): number[] {
  const counts = bands.map(() => 0)
  for (const percent of percents) {
    const band = bandOf(percent)
    counts[band] = (counts[band] ?? 0) + 1
  }
  return counts
}
