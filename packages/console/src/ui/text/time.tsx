import { Tooltip } from '@mantine/core'
import { formatAgo, formatExact, formatPast } from '../../lib/format.ts'
import { useNow } from './use-now.ts'

interface Props {
  at: string
  /** It may be yet to come. */
  ahead?: true
}

/** A moment in words, with the exact time on hover and for machines. */
export function Time({ at, ahead }: Props) {
  const now = useNow()
  return (
    <Tooltip label={formatExact(at)}>
      <time dateTime={at}>{ahead ? formatAgo(at, now) : formatPast(at, now)}</time>
    </Tooltip>
  )
}
