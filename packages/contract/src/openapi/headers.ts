import { nextHeader } from '../api/operation/next-header.ts'
import type { AnswerHeader } from '../api/operation/operation.ts'

const text = { type: 'string' } as const
const seconds = { type: 'integer', minimum: 0 } as const

/** Headers of answers, by the name they have on the wire. */
export const headers = {
  'x-request-id': { description: 'The id of the request; give it when you report a fault', schema: text },
  'ratelimit-limit': { description: 'Requests you may make in a minute', schema: seconds },
  'ratelimit-remaining': { description: 'How many of them are left', schema: seconds },
  'ratelimit-reset': { description: 'Seconds until the minute is over', schema: seconds },
  'retry-after': { description: 'Seconds to wait before you try again', schema: seconds },
  'www-authenticate': { description: 'The kinds of credentials that are taken', schema: text },
  'idempotency-replayed': {
    description: '`true` where the answer is that of an earlier request with the same key',
    schema: { type: 'string', enum: ['true'] },
  },
  etag: { description: 'The revision that was read, for `if-match`', schema: text },
  [nextHeader]: { description: 'The cursor of the next page; absent on the last one', schema: text },
  'set-cookie': { description: "The console's session", schema: text },
  'content-disposition': { description: 'A name for the file', schema: text },
} as const satisfies Record<AnswerHeader | string, object>

export type HeaderName = keyof typeof headers

/** What every answer of the interface carries. */
const always = ['x-request-id', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'] as const

export function headersOf(more: readonly HeaderName[]): Record<string, object> {
  return Object.fromEntries([...always, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
