import type { ServerExchange } from '../../lib/http/server-exchange.ts'

/** Sent together with the headers, a small body costs half of what a stream does. */
const SMALL_BODY = 64 * 1024

/** How the body of a request reaches the application. */
export type BodyPlan =
  /** All of it is here; null where the request has none. */
  | { kind: 'whole'; body: Buffer | null }
  /** It is small, so it is gathered first. */
  | { kind: 'gather'; length: number }
  /** It is passed on as it comes. */
  | { kind: 'stream'; length: number | undefined }

export function planBody({ body, length, chunked }: Pick<ServerExchange, 'body' | 'length' | 'chunked'>): BodyPlan {
  if (!chunked && length < 0) return { kind: 'whole', body: null }
  if (body !== undefined) return { kind: 'whole', body }
  if (!chunked && length <= SMALL_BODY) return { kind: 'gather', length }
  return { kind: 'stream', length: chunked ? undefined : length }
}
