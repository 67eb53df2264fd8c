import { describe, expect, it } from 'vitest'
import { createComparison } from './comparison.ts'

const call = { id: 'cal_1', kind: 'rater' as const, request: Buffer.from('{}') }
const answered = (answer: object) => ({ answer: Buffer.from(JSON.stringify(answer)), failure: null, durationMs: 1 })
const failed = { answer: null, failure: 'app_timeout', durationMs: 1 }
const priced = (count: number) =>
  answered({ pricedPerilCharacteristics: Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, 1])) })

describe('a trial', () => {
  it('in which no call could be sent, or the current release answers none, fails: it proves nothing', () => {
    const comparison = createComparison()
    expect(() => comparison.report()).toThrow('No call of the sample could be sent again')
    comparison.add(call, { before: failed, again: failed, after: priced(1) })
    expect(() => comparison.report()).toThrow('answered none of the 1 calls (app_timeout)')
    comparison.add(call, { before: priced(1), again: priced(1), after: failed })
    expect(comparison.report()).toMatchObject({ calls: 2, errors: { before: 1, after: 1 } })
  })

  it('a trial with too many premiums fails before they fill the memory', () => {
    const comparison = createComparison(10)
    comparison.add(call, { before: priced(4), again: priced(4), after: priced(4) })
    expect(() => comparison.add(call, { before: priced(2), again: priced(2), after: priced(2) })).toThrow(
      'The answers to the first 1 calls hold more than 10 premiums. Try with a smaller sample.',
    )
  })

  it('holds a bounded number of places, also when every answer names its fields differently', () => {
    const comparison = createComparison()
    for (let index = 0; index < 50; index += 1) {
      const odd = (side: string) =>
        answered(Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`${side}-${index}-${at}`, at])))
      comparison.add(call, { before: odd('a'), again: odd('a'), after: odd('b') })
    }
    const { fields } = comparison.report()
    expect(fields[0]).toEqual({ place: '/…', calls: 40 })
  })

  it('does not take what changed beyond those places for noise, because something else there is', () => {
    const comparison = createComparison()
    for (let index = 0; index < 50; index += 1) {
      const odd = (side: string) =>
        answered(Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`${index}-${at}`, side])))
      comparison.add(call, { before: odd('a'), again: odd('b'), after: odd('c') })
    }
    expect(comparison.report().fields).toEqual([{ place: '/…', calls: 40 }])
  })
})
