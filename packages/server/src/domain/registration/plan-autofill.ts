interface Definition {
  locator: string
  operation: string
  callSequence: string[]
}

export type AutofillStep =
  | { do: 'put-autofill'; operation: string; callSequence: string[] }
  | { do: 'delete-autofill'; locator: string; operation: string }

/** From general to specific: how many of the three parts are fixed. */
const fixedParts = (operation: string) => operation.split('.').filter((part) => part !== '*').length

/** Whether calls of the second operation are calls of the first as well. */
export function coversOperation(general: string, specific: string): boolean {
  const parts = specific.split('.')
  return general.split('.').every((part, index) => part === '*' || part === parts[index])
}

/** The more general definitions that hold where an operation has none of its own, the nearest first. */
function inherited(definitions: ReadonlyMap<string, Definition>, operation: string): string[] {
  const [product = '', transaction = ''] = operation.split('.')
  const lookup = [`${product}.${transaction}.*`, `${product}.*.*`, '*.*.*']
  const own = fixedParts(operation)
  const nearest = lookup.find((general) => fixedParts(general) < own && definitions.has(general))
  return nearest === undefined ? [] : (definitions.get(nearest)?.callSequence ?? [])
}

const same = (a: readonly string[], b: readonly string[]) => a.join('\n') === b.join('\n')

/**
 * Autofill definitions belong to everybody: a definition is a sequence of names, and a specific one shadows a general one. So
 * ours starts from the sequence in force and appends our name, and joins more specific definitions that would shadow it; leaving
 * takes out our name alone, and the definition when just what it would inherit remains.
 */
export function planAutofill(
  prefix: string,
  wanted: readonly { name: string; operations: readonly string[] }[],
  actual: readonly Definition[],
): AutofillStep[] {
  const now = new Map(actual.map((definition) => [definition.operation, { ...definition }]))
  const namesFor = (operation: string) =>
    wanted.filter((entry) => entry.operations.some((item) => coversOperation(item, operation))).map(({ name }) => name)

  // Take out what is ours and not wanted at that operation; generals first, so that what is inherited is already settled.
  const present = [...now.values()].sort((a, b) => fixedParts(a.operation) - fixedParts(b.operation))
  for (const definition of present) {
    const names = namesFor(definition.operation)
    const left = definition.callSequence.filter((name) => !name.startsWith(prefix) || names.includes(name))
    if (left.length === definition.callSequence.length) continue
    definition.callSequence = left
    if (left.length === 0 || same(left, inherited(now, definition.operation))) now.delete(definition.operation)
  }

  const operations = [...new Set(wanted.flatMap((entry) => entry.operations))]
  const concerned = [...operations, ...now.keys()]
  for (const operation of [...new Set(concerned)].sort((a, b) => fixedParts(a) - fixedParts(b))) {
    const names = namesFor(operation)
    if (names.length === 0) continue
    const definition = now.get(operation)
    const before = definition?.callSequence ?? inherited(now, operation)
    const sequence = [...before, ...names.filter((name) => !before.includes(name))]
    // Already in force by a more general definition: a definition of its own would say the same.
    if (definition === undefined && same(sequence, before)) continue
    now.set(operation, { locator: definition?.locator ?? '', operation, callSequence: sequence })
  }

  const puts = [...now.values()]
    .filter(({ operation, callSequence }) => {
      const before = actual.find((item) => item.operation === operation)
      return before === undefined || !same(before.callSequence, callSequence)
    })
    .map(({ operation, callSequence }): AutofillStep => ({ do: 'put-autofill', operation, callSequence }))
  const deletes = actual
    .filter(({ operation }) => !now.has(operation))
    .map(({ locator, operation }): AutofillStep => ({ do: 'delete-autofill', locator, operation }))
  return [...puts, ...deletes]
}
