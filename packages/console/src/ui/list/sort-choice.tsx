import { common } from '../../texts/common.ts'
import { orderName } from './order-name.ts'
import styles from './rows.module.css'
import { nextOrder, type Sorting } from './use-sorting.ts'

interface Props {
  sorting: Sorting
  columns: { label: string; sort?: string }[]
}

/** The order of a list where its headings have no room. */
export function SortChoice({ sorting, columns }: Props) {
  const options = columns.flatMap(({ label, sort }) => {
    if (sort === undefined) return []
    return [sort, nextOrder(sort, sort)].map((value) => ({ value, label: orderName({ label, sort }, value) }))
  })
  const listed = options.some((option) => option.value === sorting.shown)
  return (
    <label className={styles.choice}>
      {common.sort.by}
      <select value={sorting.shown} onChange={(event) => sorting.choose(event.currentTarget.value)}>
        {listed ? null : (
          <option value={sorting.shown}>
            {sorting.shown === '-createdAt' ? common.sort.newest : common.sort.usual}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}
