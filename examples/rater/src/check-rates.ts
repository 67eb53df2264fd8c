import type { CheckProblem } from '@mkt/sdk'
import { readRateBook } from './rate-book.ts'

/** What is wrong with the tables of a customer, before they are saved: each table by itself, so that all is told at once. */
export function checkRates(settings: Readonly<Record<string, string>>): CheckProblem[] {
  return (['rates', 'territoryFactors'] as const).flatMap((setting) => {
    const text = settings[setting]
    if (text === undefined) return []
    try {
      readRateBook(setting === 'rates' ? { rates: text } : { territories: 'table', territoryFactors: text })
      return []
    } catch (error) {
      return [{ setting, message: (error as Error).message }]
    }
  })
}
