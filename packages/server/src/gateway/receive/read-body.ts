import { Failure } from '@mkt/contract/errors'
import type { ServerExchange } from '../../lib/http/server-exchange.ts'
import type { ByteShare } from '../limit/byte-budget.ts'

/** Refuses a body that announces more than the limit, before a byte of it is read. */
export function checkAnnouncedSize(http: ServerExchange, limit: number): void {
  if (http.length > limit) throw tooLarge(limit)
}

/** How much of a body is gathered, where its bytes are counted, and what is told where there is no room for them. */
export interface BodyRoom {
  limit: number
  share: ByteShare
  crowded(): Failure
}

/** Gathers the whole body and hands it over; one that is too large, or finds no room, is told once instead. */
export function gatherBody(
  http: ServerExchange,
  room: BodyRoom,
  onWhole: (body: Buffer) => void,
  onProblem: (failure: Failure) => void,
): void {
  let chunks: Buffer[] = []
  let size = 0
  let refused = false
  const refuse = (failure: Failure) => {
    refused = true
    chunks = []
    onProblem(failure)
  }
  http.readBody({
    onData(chunk) {
      if (refused) return
      size += chunk.length
      if (size > room.limit) refuse(tooLarge(room.limit))
      else if (room.share.take(chunk.length)) chunks.push(chunk)
      else refuse(room.crowded())
    },
    onEnd() {
      if (!refused) onWhole(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size))
    },
  })
}

/** The whole body, where it is here already. */
export function wholeBody({ body }: ServerExchange, { share, crowded }: BodyRoom): Buffer | undefined {
  if (body !== undefined && !share.take(body.length)) throw crowded()
  return body
}

/** Reads the whole body, as far as there is room. Rejects with undefined when the caller went away. */
export async function readBody(http: ServerExchange, room: BodyRoom): Promise<Buffer> {
  const whole = wholeBody(http, room)
  if (whole !== undefined) return whole
  return await new Promise((resolve, reject) => {
    http.onGone = () => reject(undefined)
    gatherBody(http, room, resolve, reject)
  })
}

export function tooLarge(limit: number): Failure {
  return new Failure('body_too_large', `The body is larger than ${limit} bytes, which is the most this path takes.`)
}
