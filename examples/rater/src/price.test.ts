import { describe, expect, it } from 'vitest'
import { price } from './price.ts'
import { readRateBook } from './rate-book.ts'

const risk = { peril: 'collision', value: 20_000, usage: undefined, postalCode: undefined }

describe('price', () => {
  it('is a share of the value or an amount', () => {
    const book = readRateBook({ rates: 'collision = 2.1%; bodily_injury=320' })
    expect(price(book, risk)).toBe('420.00')
    expect(price(book, { ...risk, peril: 'bodily_injury' })).toBe('320.00')
    expect(price(book, { ...risk, peril: 'flood' })).toBeUndefined()
  })

  it('falls back to the star and never below the minimum', () => {
    const book = readRateBook({ rates: '* = 0.01%', minimum: '25.50' })
    expect(price(book, risk)).toBe('25.50')
    expect(price(book, { ...risk, value: Number.NaN })).toBe('25.50')
  })

  it('takes the factor of the longest postal code that fits, and the surcharge', () => {
    const settings = { rates: '* = 100', territories: 'table', territoryFactors: '98 = 1.1; 981 = 1.2' }
    const book = readRateBook({ ...settings, businessUse: '1.5' })
    expect(price(book, { ...risk, postalCode: '98101' })).toBe('120.00')
    expect(price(book, { ...risk, postalCode: '98299' })).toBe('110.00')
    expect(price(book, { ...risk, postalCode: '10001', usage: 'Business' })).toBe('150.00')
    expect(price(readRateBook({ ...settings, territories: 'none' }), { ...risk, postalCode: '98101' })).toBe('100.00')
  })

  it.each(['collision', 'collision = x', 'a = 1 = 2', 'a = -1', 'a = %'])('refuses the table %j', (rates) => {
    expect(() => readRateBook({ rates })).toThrow(/settings/)
  })
})
