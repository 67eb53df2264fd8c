import { formatAgo, formatExact, formatNext, formatPast } from '../../lib/format.ts'
import { useNow } from './use-now.ts'

interface Props {
  at: string
  /** It may be yet to come. `next` is what the platform does next. */
  ahead?: true | 'next'
}

const formats = { past: formatPast, next: formatNext, any: formatAgo }

/** A moment in words, with the exact time on hover and for machines. Lists hold many of them, so the browser shows the hint. */
export function Time({ at, ahead }: Props) {
  const now = useNow()
  return (
    <time dateTime={at} title={formatExact(at)}>
      {formats[ahead === true ? 'any' : (ahead ?? 'past')](at, now)}
    </time>
  )
}
