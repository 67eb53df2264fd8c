import { formatAgo, formatExact, formatPast } from '../../lib/format.ts'
import { useNow } from './use-now.ts'

interface Props {
  at: string
  /** It may be yet to come. */
  ahead?: true
}

/** A moment in words, with the exact time on hover and for machines. Lists hold many of them, so the browser shows the hint. */
export function Time({ at, ahead }: Props) {
  const now = useNow()
  return (
    <time dateTime={at} title={formatExact(at)}>
      {ahead ? formatAgo(at, now) : formatPast(at, now)}
    </time>
  )
}
