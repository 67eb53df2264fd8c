import type { MouseEvent, ReactNode } from 'react'
import { Heading } from './heading.tsx'
import { MoreButton } from './more-button.tsx'
import styles from './rows.module.css'
import { SortChoice } from './sort-choice.tsx'
import type { Sorting } from './use-sorting.ts'

export interface Column<Item> {
  label: string
  cell: (item: Item) => ReactNode
  width?: number | string
  align?: 'right'
  /**
   * Holds what people or programs wrote, of any length: may break within a word. The first column always may. Where the
   * window is narrow, what is longest stands below its label.
   */
  long?: true | 'below'
  /** The word the list is sorted by with this column, in the direction of the first press. */
  sort?: string
}

export interface RowsProps<Item> {
  items: Item[]
  columns: Column<Item>[]
  keyOf: (item: Item) => string
  caption: string
  /** The order of the list, where it can be chosen. */
  sorting?: Sorting
  more?: { show: () => void; busy: boolean } | undefined
}

/** A press anywhere in a row opens its link, which takes the keyboard, unless it was meant for something else in the row or selects text. */
function openRow(event: MouseEvent<HTMLTableRowElement>): void {
  const target = event.target as HTMLElement
  // What a portal shows (a dialog of a button in this row) is not the row.
  if (!event.currentTarget.contains(target) || target.closest('a, button, input, label, select, textarea')) return
  if (window.getSelection()?.toString()) return
  const { ctrlKey, metaKey, shiftKey } = event
  event.currentTarget
    .querySelector(`.${styles.link}`)
    ?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }))
}

/** A table that becomes cards where the window is narrow. */
export function Rows<Item>({ items, columns, keyOf, caption, sorting, more }: RowsProps<Item>) {
  return (
    <div className={styles.frame} data-many={columns.length > 5 || undefined}>
      {sorting && (items.length > 1 || sorting.value) ? <SortChoice sorting={sorting} columns={columns} /> : null}
      <table className={styles.table} aria-label={caption}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.label} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={keyOf(item)} data-clickable onClick={openRow}>
              {columns.map((column) => (
                <td
                  key={column.label}
                  data-label={column.label || undefined}
                  data-long={column.long}
                  style={{ textAlign: column.align }}
                >
                  {column.cell(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more ? (
        <div className={styles.more}>
          <MoreButton more={more} of={caption} />
        </div>
      ) : null}
    </div>
  )
}

export { styles as rowStyles }
