import { rangeOf } from '../../lib/days.ts'
import type { ActivityFilter } from './activity.ts'

/** The words of the address that narrow the list. */
export const filterWords = [
  'kind',
  'locator',
  'request',
  'trace',
  'q',
  'outcome',
  'status',
  'slow',
  'from',
  'to',
] as const

type Words = { [word in (typeof filterWords)[number]]?: string | undefined }

/** The filter that an address asks for. */
export function filterOfWords(words: Words): ActivityFilter {
  const { kind, locator, q, outcome, status } = words
  const { request: requestId, trace: traceId, slow: minDurationMs } = words
  return { kind, locator, requestId, traceId, q, outcome, status, minDurationMs, ...rangeOf(words) }
}

const eventKinds = ['delivery', 'hook', 'tenant-call']

/** Whether a list of one kind is about calls through the gateway. */
export const showsCalls = (kind: string) => !eventKinds.includes(kind)

/** What a filtered list can send again: nothing, failed deliveries or delivered ones. Filters a replay does not know rule it out. */
export function replayOf(words: Words): 'DEAD' | 'DELIVERED' | undefined {
  const { kind, outcome, request, trace, status, slow } = words
  if (kind !== 'delivery' || request || trace || status || slow) return undefined
  if (outcome === 'failed') return 'DEAD'
  return outcome === 'ok' ? 'DELIVERED' : undefined
}
