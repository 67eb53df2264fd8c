interface Parts {
  product: string
  transaction: string
  action: string
}

/** The parts of `<product>.<transaction>.<action>`; the name of a product may hold dots itself. */
function partsOf(operation: string): Parts {
  const parts = operation.split('.')
  const action = parts.pop() ?? ''
  const transaction = parts.pop() ?? ''
  return { product: parts.join('.'), transaction, action }
}

/** From general to specific: how many of the parts are fixed. */
function fixedParts(operation: string): number {
  const { product, transaction, action } = partsOf(operation)
  return [product, transaction, action].filter((part) => part !== '*').length
}

/** Each operation once, the most general first. */
export function generalFirst(operations: Iterable<string>): string[] {
  return [...new Set(operations)]
    .map((operation) => ({ operation, fixed: fixedParts(operation) }))
    .sort((a, b) => a.fixed - b.fixed)
    .map(({ operation }) => operation)
}

/** The more general operations whose definition may hold where an operation has none of its own, the nearest first. */
export function moreGeneral(operation: string): string[] {
  const { product, transaction } = partsOf(operation)
  const own = fixedParts(operation)
  const lookup = [`${product}.${transaction}.*`, `${product}.*.*`, '*.*.*']
  return lookup.filter((general) => fixedParts(general) < own)
}

/** Every operation whose calls include those of the one given, itself included. */
function covering(operation: string): Set<string> {
  const { product, transaction, action } = partsOf(operation)
  return new Set(
    [product, '*'].flatMap((first) =>
      [transaction, '*'].flatMap((second) => [action, '*'].map((third) => `${first}.${second}.${third}`)),
    ),
  )
}

/**
 * The names that are meant at an operation, also by a more general one, in the order given. A look-up tries the eight forms of an
 * operation, because a tenant may have thousands of definitions and an installation thousands of operations.
 */
export function namesAt(
  wanted: readonly { name: string; operations: readonly string[] }[],
): (operation: string) => string[] {
  const places = new Map<string, Set<number>>()
  wanted.forEach(({ operations }, place) => {
    for (const operation of operations) {
      const known = places.get(operation)
      if (known === undefined) places.set(operation, new Set([place]))
      else known.add(place)
    }
  })
  return (operation) => {
    const found = new Set<number>()
    for (const general of covering(operation)) for (const place of places.get(general) ?? []) found.add(place)
    return [...found].sort((a, b) => a - b).flatMap((place) => wanted[place]?.name ?? [])
  }
}
