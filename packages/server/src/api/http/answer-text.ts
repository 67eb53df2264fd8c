import { isItems, type LeftOut, readable, UnreadableRow } from '../../domain/platform/items.ts'

/** What checks an answer: a schema of the contract. */
interface Schema {
  parse(value: unknown): unknown
}

/** The lists of an answer, whatever they are called; what is inside their items belongs to the item. */
const listsOf = (answer: unknown) =>
  typeof answer === 'object' && answer !== null ? Object.values(answer).filter(isItems) : []

/** The answer with other items in its lists. */
function withLists(answer: unknown, itemsOf: (list: unknown[]) => unknown[]): unknown {
  const parts = Object.entries(answer as object)
  return Object.fromEntries(parts.map(([name, part]) => [name, isItems(part) ? itemsOf(part) : part]))
}

const idOf = (item: unknown) => String((item as { id?: unknown } | null)?.id ?? 'unknown')

/**
 * The answer as JSON: only what the schema names leaves the server. An item of a list that cannot be written is left out and reported; elsewhere it is
 * a bug of this one request.
 */
export function answerText(schema: Schema, answer: unknown, leftOut: LeftOut): string {
  const lists = listsOf(answer)
  if (lists.some((list) => list.some((item) => item instanceof UnreadableRow)))
    return withoutBad(schema, answer, lists, leftOut)
  try {
    return JSON.stringify(schema.parse(answer))
  } catch (error) {
    if (lists.length === 0) throw error
    return withoutBad(schema, answer, lists, leftOut)
  }
}

function withoutBad(schema: Schema, answer: unknown, lists: readonly unknown[][], leftOut: LeftOut): string {
  const fits = (list: unknown[], item: unknown) => {
    try {
      JSON.stringify(schema.parse(withLists(answer, (other) => (other === list ? [item] : []))))
      return true
    } catch (error) {
      leftOut({ id: idOf(item), error })
      return false
    }
  }
  // The rest of the answer first: where it does not fit, no item is to blame.
  schema.parse(withLists(answer, () => []))
  const kept = new Map(lists.map((list) => [list, readable(list, leftOut).filter((item) => fits(list, item))]))
  return JSON.stringify(schema.parse(withLists(answer, (list) => kept.get(list) ?? [])))
}
