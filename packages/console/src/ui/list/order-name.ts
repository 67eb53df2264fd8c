import { common } from '../../texts/common.ts'
import { wordOf } from './use-sorting.ts'

type Kind = keyof typeof common.sort.orders

/** What is sorted by, where it is neither a text nor a number of things. */
const kinds: Readonly<Record<string, Kind>> = {
  createdAt: 'age',
  receivedAt: 'age',
  at: 'age',
  since: 'age',
  hour: 'age',
  day: 'age',
  version: 'size',
  status: 'size',
  lastStatus: 'size',
  durationMs: 'duration',
  health: 'health',
  failed: 'failures',
  lastActivity: 'time',
}

/** An order of a list in words. A column that starts with its highest value is a number, any other is text. */
export function orderName(column: { label: string; sort: string }, order: string): string {
  const word = wordOf(order)
  const kind = kinds[word] ?? (word.endsWith('At') ? 'time' : column.sort.startsWith('-') ? 'number' : 'text')
  const [up, down] = common.sort.orders[kind]
  return (order.startsWith('-') ? down : up)(column.label)
}
