/**
 * Far beyond what a tenant needs: each integration and each definition of autofill is a request of its own to the policy system, and
 * planning takes work for each name in a definition.
 */
export const registrationBounds = { integrations: 200, definitions: 5_000, names: 50_000 } as const

interface Wanted {
  webhooks: readonly unknown[]
  autofill: readonly { operations: readonly string[] }[]
  raters: readonly unknown[]
}

/**
 * What is too much about a registration, in words; undefined where it is within its bounds. Products and operations multiply, so
 * it is asked before operations are completed with products.
 */
export function registrationExcess(
  { webhooks, autofill, raters }: Wanted,
  { products, areMapped }: { products: number; areMapped: boolean },
): string | undefined {
  const { integrations, definitions, names } = registrationBounds
  const entries = webhooks.length + autofill.length + raters.length
  if (entries > integrations)
    return `The application has ${entries} integrations, more than ${integrations}: its publisher has to declare fewer`
  // One definition holds the names of all entries that have its operation.
  const all = autofill.flatMap(({ operations }) => operations)
  const needed = products * new Set(all).size
  const neededNames = products * all.length
  if (needed <= definitions && neededNames <= names) return undefined
  const advice = areMapped
    ? 'fewer products have to be mapped'
    : 'its publisher has to declare fewer operations, or mapping fields, by which products are chosen'
  const excess =
    needed > definitions
      ? `${needed} definitions, more than ${definitions}`
      : `${neededNames} names in its definitions, more than ${names}`
  return `Autofill of ${products} products needs ${excess}: ${advice}`
}
