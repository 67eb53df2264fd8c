import { describe, expect, it } from 'vitest'
import { compareCall } from './compared-call.ts'
import { failedGates } from './gates.ts'
import { publisherImpact } from './publisher-impact.ts'
import { rateImpact } from './rate-impact.ts'

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value))
const uuid = (index: number, part: number) => `6f1c0e7a-0000-4000-8000-${String(index * 10 + part).padStart(12, '0')}`

/** A policy with two perils; the number of the call makes its values. */
function request(index: number) {
  return {
    operation: index % 2 === 0 ? 'renewal' : 'new_business',
    policy: {
      locator: String(100_000 + index),
      productName: 'personal-auto',
      characteristics: [{ locator: 'x', fieldValues: { region: [index % 10 === 0 ? 'north' : 'south'] } }],
      exposures: [
        {
          name: 'vehicle',
          characteristics: [{ locator: 'y', fieldValues: { value: [String(10_000 + index * 100)] } }],
          perils: [
            { name: 'collision', characteristics: [{ locator: uuid(index, 1) }] },
            { name: 'comprehensive', characteristics: [{ locator: uuid(index, 2) }] },
          ],
        },
      ],
    },
  }
}

let noise = 0
/** A rater whose other fields are random. */
function rate(index: number, factor: number) {
  noise += 1
  const value = 10_000 + index * 100
  const price = (amount: number) => ({
    yearlyPremium: amount.toFixed(2),
    technicalPremium: noise % 7,
    lucky: noise % 2 === 0,
  })
  return {
    answer: bytes({
      quote: `quote-${noise}`,
      pricedPerilCharacteristics: {
        [uuid(index, 1)]: price(value * 0.021),
        [uuid(index, 2)]: price(value * 0.008 * factor),
      },
    }),
    failure: null,
    durationMs: 10 + (index % 5),
  }
}

const calls = (factor: number, count = 100) =>
  Array.from({ length: count }, (_, index) =>
    compareCall(
      { id: `cal_${String(index).padStart(4, '0')}`, kind: 'rater', request: bytes(request(index)) },
      { before: rate(index, 1), again: rate(index, 1), after: rate(index, factor) },
    ),
  )

describe('the rate impact report', () => {
  it('finds an increase of one peril by 7 %, and nothing else, although other fields are random', () => {
    const impact = rateImpact(calls(1.07))
    const perils = impact.lines.filter(({ peril }) => peril !== null)
    for (const line of perils) expect(line.percent).toBeCloseTo(line.peril === 'comprehensive' ? 7 : 0, 1)
    expect(impact.lines.map(({ operation, peril, calls }) => [operation, peril, calls])).toEqual([
      ['new_business', null, 50],
      ['new_business', 'collision', 50],
      ['new_business', 'comprehensive', 50],
      ['renewal', null, 50],
      ['renewal', 'collision', 50],
      ['renewal', 'comprehensive', 50],
    ])
    const bandsOf = (peril: string) =>
      perils
        .filter((line) => line.peril === peril)
        .map((line) => line.bands.map((count, band) => [band, count] as const).filter(([, count]) => count > 0))
    expect(bandsOf('collision')).toEqual([[[4, 50]], [[4, 50]]])
    expect(bandsOf('comprehensive')).toEqual([[[6, 50]], [[6, 50]]])
    expect(impact.fields).toEqual([{ place: '/pricedPerilCharacteristics/comprehensive/yearlyPremium', calls: 100 }])
    expect(impact.noise).toEqual([
      '/pricedPerilCharacteristics/collision/lucky',
      '/pricedPerilCharacteristics/collision/technicalPremium',
      '/pricedPerilCharacteristics/comprehensive/lucky',
      '/pricedPerilCharacteristics/comprehensive/technicalPremium',
      '/quote',
    ])
    expect(impact.increases).toHaveLength(5)
    expect(impact.decreases).toEqual([])
    expect([impact.notPriced, impact.newlyPriced, impact.errors.onlyAfter]).toEqual([0, 0, 0])
  })

  it('finds nothing between two alike releases', () => {
    const impact = rateImpact(calls(1))
    expect(impact.total.percent).toBe(0)
    expect([impact.increases, impact.decreases, impact.fields]).toEqual([[], [], []])
  })

  it('tells which calls are not priced any more, newly priced or failed, with their reasons', () => {
    const half = (index: number) => ({
      ...rate(index, 1),
      answer: bytes({ pricedPerilCharacteristics: { [uuid(index, 1)]: { yearlyPremium: 1 } } }),
    })
    const failed = { answer: null, failure: 'app_timeout', durationMs: 5_000 }
    const call = (index: number) => ({ id: `cal_${index}`, kind: 'rater' as const, request: bytes(request(index)) })
    const impact = rateImpact([
      compareCall(call(1), { before: rate(1, 1), again: null, after: half(1) }),
      compareCall(call(2), { before: half(2), again: null, after: rate(2, 1) }),
      compareCall(call(3), { before: rate(3, 1), again: null, after: failed }),
      compareCall(call(4), { before: failed, again: failed, after: rate(4, 1) }),
    ])
    expect(impact).toMatchObject({ calls: 4, compared: 2, notPriced: 3, newlyPriced: 3 })
    expect(impact.errors).toEqual({ before: 1, after: 1, onlyAfter: 1, reasons: [{ reason: 'app_timeout', calls: 1 }] })
    expect(failedGates(publisherImpact(impact), { maxErrors: 3 })).toEqual([{ gate: 'maxErrors', limit: 3, actual: 4 }])
  })

  const answered = (pricedPerilCharacteristics: object) => ({
    ...{ answer: bytes({ pricedPerilCharacteristics }), failure: null, durationMs: 1 },
  })
  const compared = (before: object, after: object, again = before) =>
    compareCall(
      { id: 'cal_1', kind: 'rater', request: bytes(request(1)) },
      { before: answered(before), again: answered(again), after: answered(after) },
    )

  it('counts a premium where there was none as the largest increase, in the sums, bands and gates', () => {
    const impact = rateImpact([compared({ [uuid(1, 1)]: { premium: 0 } }, { [uuid(1, 1)]: { premium: 500 } })])
    expect(impact).toMatchObject({ compared: 1, total: { before: 0, after: 500, percent: null } })
    expect(impact.increases).toMatchObject([{ before: 0, after: 500, percent: 100_000 }])
    for (const { bands } of impact.lines) expect(bands.at(-1)).toBe(1)
    const gates = { maxIncrease: 99_999, maxTotalChange: 99_999 }
    expect(failedGates(publisherImpact(impact), gates).map(({ gate }) => gate)).toEqual(Object.keys(gates))
  })

  it('is made of numbers that can be told, whatever was answered', () => {
    const odd = [1e300, -1e300, 'NaN', 1e12, -1e12, 5e-324]
    const prices = (value: unknown) => ({ [uuid(1, 1)]: { premium: value }, [uuid(1, 2)]: { premium: value } })
    const impact = rateImpact(odd.flatMap((a) => odd.map((b) => compared(prices(a), prices(b)))))
    expect(JSON.parse(JSON.stringify(impact))).toEqual(impact)
  })

  it('leaves out a bare premium that the current release does not repeat, also of a peril that the policy does not name', () => {
    const unknown = uuid(9, 9)
    for (const locator of [uuid(1, 1), unknown]) {
      const impact = rateImpact([compared({ [locator]: 10 }, { [locator]: 30 }, { [locator]: 20 })])
      expect([impact.compared, impact.fields]).toEqual([0, []])
    }
    const [line] = rateImpact([compared({ [unknown]: 10 }, { [unknown]: 30 })]).lines.filter(({ peril }) => peril)
    expect(line).toMatchObject({ peril: '*', percent: 200 })
  })

  it('leaves out a premium that the current release itself does not repeat', () => {
    const noisy = Array.from({ length: 10 }, (_, index) =>
      compareCall(
        { id: `cal_${index}`, kind: 'rater', request: bytes(request(index)) },
        { before: rate(index, 1), again: rate(index, 1 + index / 100), after: rate(index, 2) },
      ),
    )
    const impact = rateImpact(noisy)
    expect(impact.lines.some(({ peril }) => peril === 'comprehensive')).toBe(false)
    expect(impact.noise).toContain('/pricedPerilCharacteristics/comprehensive/yearlyPremium')
  })

  it('shows for a large change the inputs that differ most from the others', () => {
    const impact = rateImpact(calls(1.07))
    expect(impact.increases[0]?.inputs.length).toBeGreaterThan(0)
    for (const { inputs } of impact.increases)
      for (const { name } of inputs) expect(['region', 'vehicle.value']).toContain(name)
  })

  it('gives a publisher counts and percentages only', () => {
    const shown = publisherImpact(rateImpact(calls(1.07)))
    const keys = ['product', 'operation', 'peril', 'currency', 'calls', 'percent', 'bands']
    for (const line of shown.lines) expect(Object.keys(line).toSorted()).toEqual(keys.toSorted())
    expect(Object.keys(shown.totals[0] ?? {}).toSorted()).toEqual(['calls', 'currency', 'percent'])
    expect(shown.increases.every((change) => typeof change === 'number')).toBe(true)
    expect(JSON.stringify(shown)).not.toMatch(/policyLocator|callId|inputs|"total"|100\d{3}|south/)
  })

  it('gates are judged by what is exceeded', () => {
    const impact = rateImpact(calls(1.07))
    expect(failedGates(publisherImpact(impact), { maxErrors: 0, maxIncrease: 10, maxTotalChange: 5 })).toEqual([])
    expect(failedGates(publisherImpact(impact), { maxIncrease: 1, maxTotalChange: 1 }).map(({ gate }) => gate)).toEqual(
      ['maxIncrease', 'maxTotalChange'],
    )
  })
  describe('premiums in several currencies', () => {
    const inCurrency = (currency: string | undefined, before: number, after: number) => {
      const asked = request(1)
      const body = { ...asked, policy: { ...asked.policy, ...(currency === undefined ? {} : { currency }) } }
      const priced = (amount: number) => answered({ [uuid(1, 1)]: { premium: amount } })
      return compareCall(
        { id: `cal_${currency}`, kind: 'rater', request: bytes(body) },
        { before: priced(before), again: priced(before), after: priced(after) },
      )
    }
    const mixed = () => [
      inCurrency('USD', 100, 107),
      inCurrency('USD', 100, 107),
      inCurrency('JPY', 90_000, 90_000),
      inCurrency(undefined, 10, 10),
    ]

    it('are never added up: each has its own sum and lines', () => {
      const impact = rateImpact(mixed())
      expect(impact.total).toEqual({ before: null, after: null, percent: 7 })
      expect(impact.totals).toEqual([
        { currency: 'USD', calls: 2, before: 200, after: 214, percent: 7 },
        { currency: null, calls: 1, before: 10, after: 10, percent: 0 },
        { currency: 'JPY', calls: 1, before: 90_000, after: 90_000, percent: 0 },
      ])
      const wholes = impact.lines.filter(({ peril }) => peril === null)
      expect(wholes.map(({ currency, calls, percent }) => [currency, calls, percent])).toEqual([
        [null, 1, 0],
        ['JPY', 1, 0],
        ['USD', 2, 7],
      ])
      expect(impact.increases[0]).toMatchObject({ currency: 'USD', before: 100, after: 107 })
    })

    it('keep a gate each by itself: a change does not hide behind a currency with large numbers', () => {
      const impact = publisherImpact(rateImpact(mixed()))
      expect(failedGates(impact, { maxTotalChange: 5 })).toEqual([
        { gate: 'maxTotalChange', limit: 5, actual: 7, currency: 'USD' },
      ])
      const free = publisherImpact(rateImpact([...mixed(), inCurrency('EUR', 0, 5)]))
      expect(free.percent).toBeNull()
      expect(failedGates(free, { maxTotalChange: 99 }).map(({ currency }) => currency)).toEqual(['EUR'])
    })
  })
})
