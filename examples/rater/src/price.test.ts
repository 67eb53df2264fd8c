import { describe, expect, it } from 'vitest'
import { price } from './price.ts'
import { type RateRow, readRateBook } from './rate-book.ts'

const risk = { peril: 'collision', value: 20_000, usage: undefined, postalCode: undefined }
const star: RateRow = { peril: '*', amount: 100 }

describe('price', () => {
  it('is a share of the value or an amount', () => {
    const rates: RateRow[] = [
      { peril: 'collision', percent: 2.1 },
      { peril: 'bodily_injury', amount: 320 },
    ]
    const book = readRateBook({ rates })
    expect(price(book, risk)).toBe('420.00')
    expect(price(book, { ...risk, peril: 'bodily_injury' })).toBe('320.00')
    expect(price(book, { ...risk, peril: 'flood' })).toBeUndefined()
  })

  it('falls back to the star and never below the minimum', () => {
    const book = readRateBook({ rates: [{ peril: '*', percent: 0.01 }], minimum: 25.5 })
    expect(price(book, risk)).toBe('25.50')
    expect(price(book, { ...risk, value: Number.NaN })).toBe('25.50')
  })

  it('takes the factor of the longest postal code that fits, and the surcharge', () => {
    const territoryFactors = [
      { postalCode: '98', factor: 1.1 },
      { postalCode: '981', factor: 1.2 },
    ]
    const settings = { rates: [star], territories: 'table' as const, territoryFactors }
    const book = readRateBook({ ...settings, businessUse: '1.5' })
    expect(price(book, { ...risk, postalCode: '98101' })).toBe('120.00')
    expect(price(book, { ...risk, postalCode: '98299' })).toBe('110.00')
    expect(price(book, { ...risk, postalCode: '10001', usage: 'Business' })).toBe('150.00')
    expect(price(readRateBook({ ...settings, territories: 'none' }), { ...risk, postalCode: '98101' })).toBe('100.00')
  })

  it.each([[{}], [{ percent: 1, amount: 2 }], [{ amount: -1 }], [{ percent: -1 }]])('refuses the rate %j', (rate) => {
    const rates = [star, { peril: 'collision', ...rate }]
    expect(() => readRateBook({ rates })).toThrow(/"collision" in row 2 of the rate table/)
  })
})
