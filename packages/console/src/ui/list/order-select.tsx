import { Select } from '@mantine/core'
import { common } from '../../texts/common.ts'
import type { Sorting } from './use-sorting.ts'

interface Props {
  sorting: Sorting
  /** What the list is, where several on a page have an order. */
  label?: string
  options?: { value: string; label: string }[]
}

const byTime = [
  { value: '-at', label: common.sort.newest },
  { value: 'at', label: common.sort.oldest },
]

/** The order of a list that is no table and so has no headings to press. */
export function OrderSelect({ sorting, label, options = byTime }: Props) {
  return (
    <Select
      size="sm"
      w={160}
      aria-label={label ? common.of(common.sort.by, label) : common.sort.by}
      allowDeselect={false}
      data={options}
      value={options.some((option) => option.value === sorting.shown) ? sorting.shown : null}
      onChange={(order) => sorting.choose(order ?? '')}
    />
  )
}
