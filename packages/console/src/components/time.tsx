import { Tooltip } from '@mantine/core'
import { formatAgo, formatExact } from '../format.ts'
import { useNow } from './use-now.ts'

/** A moment in words, with the exact time on hover and for machines. */
export function Time({ at }: { at: string }) {
  const now = useNow()
  return (
    <Tooltip label={formatExact(at)}>
      <time dateTime={at}>{formatAgo(at, now)}</time>
    </Tooltip>
  )
}
