import type { RateBook } from './rate-book.ts'

export interface Risk {
  readonly peril: string
  readonly value: number
  readonly usage: string | undefined
  readonly postalCode: string | undefined
}

/** The yearly premium with two decimals; undefined when the book has no rate for the peril. */
export function price(book: RateBook, risk: Risk, loading = 1): string | undefined {
  const rate = book.rates.get(risk.peril) ?? book.rates.get('*')
  if (!rate) return undefined
  const value = Number.isFinite(risk.value) ? risk.value : 0
  const base = 'share' in rate ? value * rate.share : rate.amount
  const use = risk.usage?.toLowerCase() === 'business' ? book.businessUse : 1
  const cents = Math.round(base * use * loading * territoryFactor(book, risk.postalCode ?? '') * 100)
  return Math.max(cents / 100, book.minimum).toFixed(2)
}

function territoryFactor(book: RateBook, postalCode: string): number {
  for (let length = postalCode.length; length > 0; length--) {
    const factor = book.territories.get(postalCode.slice(0, length))
    if (factor !== undefined) return factor
  }
  return 1
}
