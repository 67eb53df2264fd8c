import { GiveUp } from '@mkt/sdk'

/** A share of the insured value, or an amount. */
export type Rate = { readonly share: number } | { readonly amount: number }

/** What a customer's settings say about prices. */
export interface RateBook {
  readonly rates: ReadonlyMap<string, Rate>
  readonly minimum: number
  /** Beginning of a postal code → factor. */
  readonly territories: ReadonlyMap<string, number>
  readonly businessUse: number
}

export function readRateBook(settings: Readonly<Record<string, string>>): RateBook {
  const territories = settings.territories === 'table' ? (settings.territoryFactors ?? '') : ''
  return {
    rates: new Map(readTable(settings.rates ?? '').map(([name, text]) => [name, readRate(name, text)])),
    minimum: Number(settings.minimum ?? 0),
    territories: new Map(readTable(territories).map(([name, text]) => [name, readNumber(name, text)])),
    businessUse: Number(settings.businessUse ?? 1),
  }
}

/** `a = 1; b = 2` */
function readTable(text: string): [name: string, value: string][] {
  return text
    .split(';')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [name, value, ...rest] = line.split('=').map((part) => part.trim())
      if (name && value && rest.length === 0) return [name, value]
      throw new GiveUp(`"${line}" in the settings is not "name = number".`)
    })
}

function readRate(name: string, text: string): Rate {
  return text.endsWith('%') ? { share: readNumber(name, text.slice(0, -1)) / 100 } : { amount: readNumber(name, text) }
}

function readNumber(name: string, text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value) && value >= 0) return value
  throw new GiveUp(`The number for "${name}" in the settings is not readable.`)
}
