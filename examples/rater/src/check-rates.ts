import type { CheckProblem } from '@mkt/sdk'
import { type RaterSettings, readRateBook } from './rate-book.ts'

/** What is wrong with the tables of a customer, before they are saved: each table by itself, so that all is told at once. */
export function checkRates({ rates, territoryFactors }: RaterSettings): CheckProblem[] {
  const tables: Record<string, RaterSettings> = {
    ...(rates && { rates: { rates } }),
    ...(territoryFactors && { territoryFactors: { territories: 'table', territoryFactors } }),
  }
  return Object.entries(tables).flatMap(([setting, alone]) => {
    try {
      readRateBook(alone)
      return []
    } catch (error) {
      return [{ setting, message: (error as Error).message }]
    }
  })
}
