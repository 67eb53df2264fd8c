import { describe, expect, it } from 'vitest'
import { readPrices, totalOf } from './read-prices.ts'

const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
const request = {
  operation: 'renewal',
  policy: {
    locator: '100002122',
    productName: 'personal-auto',
    currency: 'EUR',
    exposures: [
      {
        name: 'vehicle',
        perils: [
          { name: 'collision', characteristics: [{ locator: 'c1' }] },
          { name: 'liability', characteristics: [{ locator: 'l1' }] },
        ],
      },
    ],
  },
}

describe('readPrices', () => {
  it('gives each priced peril its name, exposure, basis and amount', () => {
    const answer = { pricedPerilCharacteristics: { c1: { yearlyPremium: '420.50' }, l1: { premium: 80 } } }
    expect(readPrices(bytes(request), bytes(answer))).toEqual({
      policyLocator: '100002122',
      product: 'personal-auto',
      operation: 'renewal',
      currency: 'EUR',
      perils: [
        { locator: 'c1', peril: 'collision', exposure: 'vehicle', basis: 'yearlyPremium', amount: 420.5 },
        { locator: 'l1', peril: 'liability', exposure: 'vehicle', basis: 'premium', amount: 80 },
      ],
    })
  })

  it('takes a bare premium, and keeps what is no number as not priced', () => {
    const { perils } = readPrices(
      bytes(request),
      bytes({ pricedPerilCharacteristics: { c1: '12', l1: { premium: 'x' }, z: null } }),
    )
    expect(perils.map(({ amount }) => amount)).toEqual([12, null, null])
    expect(totalOf(perils)).toBe(12)
    expect(totalOf([])).toBeNull()
  })

  it.each(['NaN', 'Infinity', '1e400', '0x1F', '€12', '12,50', '', '1e13', -1e13, 1e300, true, [], {}])(
    'takes %j for no premium',
    (premium) => {
      const answer = { pricedPerilCharacteristics: { c1: { premium }, l1: { premium: '-12.50' } } }
      expect(readPrices(bytes(request), bytes(answer)).perils.map(({ amount }) => amount)).toEqual([null, -12.5])
    },
  )

  it.each([
    '',
    '[]',
    'null',
    '"x"',
    '{"policy":[],"pricedPerilCharacteristics":[1]}',
    '{"policy":{"exposures":{"a":1}}}',
  ])('reads nothing out of %j and does not throw', (text) =>
    expect(readPrices(bytes(text), bytes(text)).perils).toEqual([]),
  )

  it('keeps at most 2,000 perils of a hostile answer, and text that the database can keep', () => {
    const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`p${index}`, { premium: 1 }]))
    const odd = { operation: 'a\0b\ud800', policy: { locator: 'x'.repeat(1_000) } }
    const prices = readPrices(bytes(odd), bytes({ pricedPerilCharacteristics: many }))
    expect(prices.perils).toHaveLength(2_000)
    expect(prices.policyLocator).toHaveLength(200)
    expect(prices.operation).toBe('ab\ufffd')
  })
})

it('a premium that is a very long text is no number, and is known for none in time that grows with its length', () => {
  const begun = process.threadCpuUsage()
  for (const text of ['1'.repeat(128 * 1024), `1.${'0'.repeat(128 * 1024)}`, '.'.repeat(128 * 1024)]) {
    const answer = Buffer.from(JSON.stringify({ pricedPerilCharacteristics: { a: { premium: `${text}x` } } }))
    expect(readPrices(Buffer.from('{}'), answer).perils).toMatchObject([{ amount: null }])
  }
  expect(process.threadCpuUsage(begun).user / 1000).toBeLessThan(500)
})
