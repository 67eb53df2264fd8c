import { bandOf, bands } from './bands.ts'
import type { ComparedCall } from './compared-call.ts'
import { type LatencyFigures, latencyOf } from './latency-figures.ts'
import { noisyPlaces } from './noisy-places.ts'
import { type UnusualInput, unusualInputs } from './unusual-inputs.ts'

/** Premiums of one group of calls before and after. */
export interface ImpactLine {
  product: string | null
  operation: string | null
  /** Null for the whole of a product and operation. */
  peril: string | null
  calls: number
  before: number
  after: number
  /** Change of the sum in per cent; null where there was nothing before. */
  percent: number | null
  /** How many calls changed by how much, in the order of `bands`. */
  bands: number[]
}

/** One call that changed much. */
export interface ImpactExample {
  callId: string
  policyLocator: string | null
  product: string | null
  operation: string | null
  before: number
  after: number
  percent: number
  inputs: UnusualInput[]
}

/** What another release would have charged. */
export interface RateImpact {
  calls: number
  /** Calls whose premium is in both answers and is no noise. */
  compared: number
  total: { before: number; after: number; percent: number | null }
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
  const changes = priced.flatMap(({ call, perils }) => {
    const before = sum(perils.map((peril) => peril.before))
    const after = sum(perils.map((peril) => peril.after))
    const percent = percentOf(before, after)
    return perils.length === 0 || percent === null ? [] : [{ call, before, after, percent }]
  })
  const inputs = calls.map((call) => call.inputs)
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
        ...amounts,
        inputs: unusualInputs(call.inputs, inputs),
      }))
  const before = sum(changes.map((change) => change.before))
  const after = sum(changes.map((change) => change.after))
  return {
    calls: calls.length,
    compared: changes.length,
    total: { before, after, percent: percentOf(before, after) },
    bands: countBands(changes.map(({ percent }) => percent)).map((count, index) => ({
      name: bands[index]?.name ?? '',
      calls: count,
    })),
    lines: linesOf(priced),
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

interface PricedCall {
  call: ComparedCall
  /** Perils with a premium in both answers. */
  perils: { peril: string; before: number; after: number }[]
  notPriced: number
  newlyPriced: number
}

function pricedCall(call: ComparedCall, noise: ReadonlySet<string>): PricedCall {
  const own = new Set(call.noise)
  const isNoise = (peril: string, basis: string) => {
    const place = `/pricedPerilCharacteristics/${peril}/${basis}`
    return noise.has(place) || own.has(place)
  }
  const amounts = (side: ComparedCall['before']) =>
    new Map(
      side.perils
        .filter(({ peril, locator, basis, amount }) => amount !== null && !isNoise(peril ?? locator, basis))
        .map(({ locator, peril, amount }) => [locator, { peril: peril ?? locator, amount: amount ?? 0 }] as const),
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

function linesOf(priced: readonly PricedCall[]): ImpactLine[] {
  const lines = new Map<string, ImpactLine>()
  function add(call: ComparedCall, peril: string | null, before: number, after: number): void {
    const key = JSON.stringify([call.product, call.operation, peril])
    const fresh = () => ({
      ...groupOf(call, peril),
      calls: 0,
      before: 0,
      after: 0,
      percent: null,
      bands: bands.map(() => 0),
    })
    const line: ImpactLine = lines.get(key) ?? fresh()
    lines.set(key, line)
    line.calls += 1
    line.before = cents(line.before + before)
    line.after = cents(line.after + after)
    line.percent = percentOf(line.before, line.after)
    const percent = percentOf(before, after)
    const band = percent === null ? -1 : bandOf(percent)
    if (band >= 0) line.bands[band] = (line.bands[band] ?? 0) + 1
  }
  for (const { call, perils } of priced) {
    if (perils.length === 0) continue
    add(call, null, sum(perils.map((peril) => peril.before)), sum(perils.map((peril) => peril.after)))
    // A policy with two vehicles has each peril twice: one call is one change of the peril.
    for (const name of new Set(perils.map(({ peril }) => peril))) {
      const own = perils.filter(({ peril }) => peril === name)
      add(call, name, sum(own.map((peril) => peril.before)), sum(own.map((peril) => peril.after)))
    }
  }
  const order = (line: ImpactLine) => JSON.stringify([line.product ?? '', line.operation ?? '', line.peril ?? ''])
  return [...lines.values()].toSorted((a, b) => (order(a) < order(b) ? -1 : 1))
}

function groupOf({ product, operation }: ComparedCall, peril: string | null) {
  return { product, operation, peril }
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
    for (const place of call.changed)
      if (!noise.has(place) && !own.has(place)) counts.set(place, (counts.get(place) ?? 0) + 1)
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

function percentOf(before: number, after: number): number | null {
  if (before === 0) return after === 0 ? 0 : null
  return Math.round(((after - before) / Math.abs(before)) * 10_000) / 100
}

function sum(values: readonly number[]): number {
  return cents(values.reduce((total, value) => total + value, 0))
}

function cents(value: number): number {
  return Math.round(value * 100) / 100
}
