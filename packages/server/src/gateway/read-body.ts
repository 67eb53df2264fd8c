import { Failure } from '@mkt/contract/errors'
import type { ServerExchange } from '../lib/http/server-exchange.ts'

/** Refuses a body that announces more than the limit, before a byte of it is read. */
export function checkAnnouncedSize(http: ServerExchange, limit: number): void {
  if (http.length > limit) throw tooLarge(limit)
}

/** Gathers the whole body and hands it over; a body beyond the limit is told once instead. */
export function gatherBody(
  http: ServerExchange,
  limit: number,
  onWhole: (body: Buffer) => void,
  onTooLarge: (failure: Failure) => void,
): void {
  const chunks: Buffer[] = []
  let size = 0
  http.readBody({
    onData(chunk) {
      if (size > limit) return
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else onTooLarge(tooLarge(limit))
    },
    onEnd() {
      if (size <= limit) onWhole(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size))
    },
  })
}

/** Reads the whole body, up to the limit. Rejects with undefined when the caller went away. */
export function readBody(http: ServerExchange, limit: number): Promise<Buffer> {
  if (http.body !== undefined) return Promise.resolve(http.body)
  return new Promise((resolve, reject) => {
    http.onGone = () => reject(undefined)
    gatherBody(http, limit, resolve, reject)
  })
}

export function tooLarge(limit: number): Failure {
  return new Failure('body_too_large', `The body is larger than ${limit} bytes, which is the most this path takes.`)
}
