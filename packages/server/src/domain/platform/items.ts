/** Stands in a list for a row that could not be shown. The answer leaves it out: one bad row never fails a list. */
export class UnreadableRow {
  readonly id: string
  readonly error: unknown
  constructor(id: string, error: unknown) {
    this.id = id
    this.error = error
  }

  /** Whatever writes items by itself leaves these out first, or fails: they are nobody's answer. */
  toJSON(): never {
    throw this.error
  }
}

declare const madeOfRows: unique symbol
const lists = new WeakSet<object>()

/** Items that were made of rows one by one, so that a bad one can be left out. Only `toItems` and `toItemsLater` make them. */
export type Items<Item> = Item[] & { readonly [madeOfRows]: true }

/** Whether a bad item of this list may be left out. */
export const isItems = (value: unknown): value is unknown[] => Array.isArray(value) && lists.has(value)

function asItems<Item>(items: Item[]): Items<Item> {
  lists.add(items)
  return items as Items<Item>
}

/** Rows as items; a row that cannot become one is an `UnreadableRow`, which only the answer of a list looks at. */
export function toItems<Row, Item>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  toItem: (row: Row) => Item,
): Items<Item> {
  return asItems(
    rows.map((row) => {
      try {
        return toItem(row)
      } catch (error) {
        return new UnreadableRow(idOf(row), error) as Item
      }
    }),
  )
}

/** The same where an item is made later, for example of what is read for it. */
export async function toItemsLater<Row, Item>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  toItem: (row: Row) => Promise<Item>,
): Promise<Items<Item>> {
  const readRow = async (row: Row) => {
    try {
      return await toItem(row)
    } catch (error) {
      return new UnreadableRow(idOf(row), error) as Item
    }
  }
  return asItems(await Promise.all(rows.map(readRow)))
}

export type LeftOut = (row: { id: string; error: unknown }) => void

/** The items that could be made, for what does not answer by a schema; the others are told. */
export function readable<Item>(items: readonly Item[], leftOut: LeftOut): Exclude<Item, UnreadableRow>[] {
  return items.filter((item): item is Exclude<Item, UnreadableRow> => {
    if (!(item instanceof UnreadableRow)) return true
    leftOut(item)
    return false
  })
}
