const transactions = ['newBusiness', 'endorsement', 'renewal'] as const
const actions = ['create', 'update'] as const

/** Every value an entry of `operations` may have. */
export const autofillOperations: readonly string[] = [...transactions, '*'].flatMap((transaction) =>
  [...actions, '*'].map((action) => `${transaction}.${action}`),
)

/**
 * The operations to register, each once. The policy system knows `*` for both parts or for the action alone, so a star
 * for the transaction with a fixed action becomes the three transactions.
 *
 * @example expandOperations(['*.create']) // ['newBusiness.create', 'endorsement.create', 'renewal.create']
 */
export function expandOperations(operations: readonly string[]): string[] {
  const expanded = operations.flatMap((operation) => {
    const [transaction, action] = operation.split('.')
    return transaction === '*' && action !== '*' ? transactions.map((each) => `${each}.${action}`) : [operation]
  })
  return [...new Set(expanded)]
}
