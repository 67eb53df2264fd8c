import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import styles from './rows.module.css'
import { nextOrder, type Sorting, wordOf } from './use-sorting.ts'

interface Props {
  column: { label: string; sort?: string; width?: number | string; align?: 'right' }
  sorting: Sorting | undefined
}

/** The heading of a column. Where the list can be sorted by it, pressing it does so, and again the other way round. */
export function Heading({ column, sorting }: Props) {
  const { label, sort } = column
  const style = { width: column.width, textAlign: column.align }
  if (sort === undefined || sorting === undefined) {
    return (
      <th scope="col" style={style}>
        {label}
      </th>
    )
  }
  const sorted = wordOf(sorting.shown) === wordOf(sort)
  const down = sorting.shown.startsWith('-')
  const Icon = sorted ? (down ? IconArrowDown : IconArrowUp) : IconSelector
  return (
    <th scope="col" style={style} aria-sort={sorted ? (down ? 'descending' : 'ascending') : 'none'}>
      <button
        type="button"
        className={styles.sort}
        data-sorted={sorted || undefined}
        onClick={() => sorting.choose(nextOrder(sort, sorting.shown))}
      >
        {label}
        <Icon size={14} aria-hidden />
      </button>
    </th>
  )
}
