/** Far beyond what a tenant needs: each integration and each definition of autofill is a request of its own to the policy system. */
export const registrationBounds = { integrations: 200, definitions: 5_000 } as const

interface Wanted {
  webhooks: readonly unknown[]
  autofill: readonly { operations: readonly string[] }[]
  raters: readonly unknown[]
}

/**
 * What is too much about a registration, in words; undefined where it is within its bounds. Products and operations multiply, so
 * it is asked before operations are completed with products.
 */
export function registrationExcess({ webhooks, autofill, raters }: Wanted, products: number): string | undefined {
  const { integrations, definitions } = registrationBounds
  const entries = webhooks.length + autofill.length + raters.length
  if (entries > integrations)
    return `The application has ${entries} integrations, more than ${integrations}: its publisher has to declare fewer`
  const needed = products * autofill.reduce((sum, { operations }) => sum + operations.length, 0)
  if (needed <= definitions) return undefined
  return `Autofill of ${products} products needs ${needed} definitions, more than ${definitions}: fewer products have to be mapped`
}
