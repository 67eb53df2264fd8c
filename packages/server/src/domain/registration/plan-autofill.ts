import { generalFirst, moreGeneral, namesAt } from './operation.ts'

interface Definition {
  locator: string
  operation: string
  callSequence: string[]
}

export type AutofillStep =
  | { do: 'put-autofill'; operation: string; callSequence: string[] }
  | { do: 'delete-autofill'; locator: string; operation: string }

/** The sequence of the nearest more general definition, which holds where an operation has none of its own. */
function inherited(definitions: ReadonlyMap<string, Definition>, operation: string): readonly string[] {
  const nearest = moreGeneral(operation).find((general) => definitions.has(general))
  return nearest === undefined ? [] : (definitions.get(nearest)?.callSequence ?? [])
}

const same = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((name, place) => name === b[place])

/** The names of sequences as sets, each made once: thousands of operations may inherit the same long sequence. */
function namesOfSequences(): (sequence: readonly string[]) => ReadonlySet<string> {
  const made = new Map<readonly string[], ReadonlySet<string>>()
  return (sequence) => {
    const names = made.get(sequence) ?? new Set(sequence)
    made.set(sequence, names)
    return names
  }
}

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
  const namesFor = namesAt(wanted)

  // Take out what is ours and not wanted at that operation; generals first, so that what is inherited is already settled.
  for (const operation of generalFirst(now.keys())) {
    const definition = now.get(operation)
    if (definition === undefined || !definition.callSequence.some((name) => name.startsWith(prefix))) continue
    const names = new Set(namesFor(operation))
    const left = definition.callSequence.filter((name) => !name.startsWith(prefix) || names.has(name))
    if (left.length === definition.callSequence.length) continue
    definition.callSequence = left
    if (left.length === 0 || same(left, inherited(now, operation))) now.delete(operation)
  }

  const namesOf = namesOfSequences()
  for (const operation of generalFirst([...wanted.flatMap((entry) => entry.operations), ...now.keys()])) {
    const definition = now.get(operation)
    const before = definition?.callSequence ?? inherited(now, operation)
    const added = namesFor(operation).filter((name) => !namesOf(before).has(name))
    // Already in force, maybe by a more general definition: a definition of its own would say the same.
    if (added.length === 0) continue
    now.set(operation, { locator: definition?.locator ?? '', operation, callSequence: [...before, ...added] })
  }

  const found = new Map(actual.map(({ operation, callSequence }) => [operation, callSequence]))
  const puts = [...now.values()]
    .filter(({ operation, callSequence }) => !same(found.get(operation) ?? [], callSequence))
    .map(({ operation, callSequence }): AutofillStep => ({ do: 'put-autofill', operation, callSequence }))
  const deletes = actual
    .filter(({ operation }) => !now.has(operation))
    .map(({ locator, operation }): AutofillStep => ({ do: 'delete-autofill', locator, operation }))
  return [...puts, ...deletes]
}
