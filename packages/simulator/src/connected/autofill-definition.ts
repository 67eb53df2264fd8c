import type { AutofillDefinition, Product } from '../core/connected-tenant.ts'

export const TRANSACTIONS = [
  'newBusiness',
  'endorsement',
  'renewal',
  'reinstatement',
  'cancellation',
  'manual',
  'feeAssessment',
] as const

export type Transaction = (typeof TRANSACTIONS)[number]

export type Action = 'create' | 'update'

/** The more specific definition shadows the general one. */
export function candidates(product: string, transaction: Transaction, action: Action): string[] {
  return [`${product}.${transaction}.${action}`, `${product}.${transaction}.*`, `${product}.*.*`, '*.*.*']
}

export function sequenceInForce(
  definitions: readonly AutofillDefinition[],
  product: string,
  transaction: Transaction,
  action: Action,
): string[] {
  for (const operation of candidates(product, transaction, action)) {
    const definition = definitions.find((item) => item.operation === operation)
    if (definition) return definition.callSequence
  }
  return []
}

/** Only the forms that the lookup knows can be defined. */
export function isDefinable(operation: string, products: readonly Product[]): boolean {
  if (operation === '*.*.*') return true
  const [product, transaction, action, ...rest] = operation.split('.')
  if (rest.length > 0 || !products.some((item) => item.name === product)) return false
  if (transaction === '*') return action === '*'
  if (!TRANSACTIONS.some((item) => item === transaction)) return false
  return action === 'create' || action === 'update' || action === '*'
}
