import { type FoundLocator, locatorsOfBody } from '../../domain/activity/locators.ts'
import { type FieldNames, fieldNames } from '../../domain/field/field-names.ts'
import { type Prices, readPrices } from '../../domain/pricing/read-prices.ts'

/** What recorders ask of the bodies of a call. */
export type BodyQuestion =
  | { ask: 'prices'; request: Uint8Array; answer: Uint8Array }
  | { ask: 'names'; body: Uint8Array }
  | { ask: 'locators'; variant: 'connected' | 'enterprise'; body: Uint8Array }

export interface BodyAnswers {
  prices: Prices
  names: FieldNames
  locators: FoundLocator[]
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)

/** Reads whole bodies: it takes as long as they are large. */
export function readBodies(question: BodyQuestion): BodyAnswers[BodyQuestion['ask']] {
  if (question.ask === 'prices') return readPrices(bufferOf(question.request), bufferOf(question.answer))
  if (question.ask === 'names') return fieldNames(bufferOf(question.body))
  return locatorsOfBody(question.variant, bufferOf(question.body))
}
