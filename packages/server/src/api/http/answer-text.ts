import { UnreadableRow } from '../../domain/platform/page.ts'

/** What checks an answer: a schema of the contract. */
interface Schema {
  parse(value: unknown): unknown
}

interface List {
  items: unknown[]
}

const isList = (value: unknown): value is List =>
  typeof value === 'object' && value !== null && Array.isArray((value as Partial<List>).items)

const idOf = (item: unknown) =>
  item instanceof UnreadableRow ? item.id : String((item as { id?: unknown } | null)?.id ?? 'unknown')

/**
 * The answer as JSON: only what the schema names leaves the server. An item of a list that cannot be written is left out and reported; elsewhere it is
 * a bug of this one request.
 */
export function answerText(
  schema: Schema,
  answer: unknown,
  leftOut: (item: { id: string; error: unknown }) => void,
): string {
  if (isList(answer) && answer.items.some((item) => item instanceof UnreadableRow)) {
    return withoutBad(schema, answer, leftOut)
  }
  try {
    return JSON.stringify(schema.parse(answer))
  } catch (error) {
    if (!isList(answer)) throw error
    return withoutBad(schema, answer, leftOut)
  }
}

function withoutBad(schema: Schema, list: List, leftOut: (item: { id: string; error: unknown }) => void): string {
  const items = list.items.filter((item) => {
    try {
      if (item instanceof UnreadableRow) throw item.error
      JSON.stringify(schema.parse({ ...list, items: [item] }))
      return true
    } catch (error) {
      leftOut({ id: idOf(item), error })
      return false
    }
  })
  return JSON.stringify(schema.parse({ ...list, items }))
}
