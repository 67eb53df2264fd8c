import { Select } from '@mantine/core'
import { shell } from '../../texts/shell.ts'
import type { Sorting } from './use-sorting.ts'

interface Props {
  sorting: Sorting
  /** What the list is, where several on a page have an order. */
  label?: string
  options?: { value: string; label: string }[]
}

const byTime = [
  { value: '-at', label: shell.sort.newest },
  { value: 'at', label: shell.sort.oldest },
]

/** The order of a list that is no table and so has no headings to press. */
export function OrderSelect({ sorting, label, options = byTime }: Props) {
  return (
    <Select
      size="sm"
      w={160}
      aria-label={label ? shell.of(shell.sort.by, label) : shell.sort.by}
      allowDeselect={false}
      data={options}
      value={options.some((option) => option.value === sorting.shown) ? sorting.shown : null}
      onChange={(order) => sorting.choose(order ?? '')}
    />
  )
}
