import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { shell } from '../texts/shell.ts'
import styles from './rows.module.css'

export interface Column<Item> {
  label: string
  cell: (item: Item) => ReactNode
  width?: number | string
  align?: 'right'
}

interface Props<Item> {
  items: Item[]
  columns: Column<Item>[]
  keyOf: (item: Item) => string
  caption: string
  more?: { show: () => void; busy: boolean } | undefined
}

/** A table that becomes cards where the window is narrow. */
export function Rows<Item>({ items, columns, keyOf, caption, more }: Props<Item>) {
  return (
    <>
      <table className={styles.table} aria-label={caption}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col" style={{ width: column.width, textAlign: column.align }}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={keyOf(item)} data-clickable>
              {columns.map((column) => (
                <td key={column.label} data-label={column.label || undefined} style={{ textAlign: column.align }}>
                  {column.cell(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more ? (
        <div className={styles.more}>
          <Button variant="subtle" loading={more.busy} onClick={more.show}>
            {shell.loadMore}
          </Button>
        </div>
      ) : null}
    </>
  )
}

export { styles as rowStyles }
