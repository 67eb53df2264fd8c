import { Button } from '@mantine/core'
import { common } from '../../texts/common.ts'

interface Props {
  /** How to read on; undefined when everything is here. */
  more: { show: () => void; busy: boolean } | undefined
  /** The list, where a page may hold several. */
  of?: string
  variant?: 'subtle' | 'default'
}

/** Reads the next page of a list, below what is shown of it. */
export function MoreButton({ more, of, variant = 'subtle' }: Props) {
  if (more === undefined) return null
  return (
    <Button variant={variant} loading={more.busy} onClick={more.show} aria-label={of && common.of(common.loadMore, of)}>
      {common.loadMore}
    </Button>
  )
}
