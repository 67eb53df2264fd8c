import type { IncomingMessage } from 'node:http'
import { Failure } from '@mkt/contract/errors'
import { guarded } from '../lib/guarded.ts'

/** Refuses a body that announces more than the limit, before a byte of it is read. */
export function checkAnnouncedSize(request: IncomingMessage, limit: number): void {
  const announced = request.headers['content-length']
  if (announced !== undefined && Number(announced) > limit) throw tooLarge(limit)
}

/** Reads the whole body, up to the limit. Rejects with undefined when the caller went away. */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > limit) {
        request.pause()
        request.removeAllListeners('data')
        reject(tooLarge(limit))
        return
      }
      chunks.push(chunk)
    })
    const whole = () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
    request.once('end', guarded(reject, whole))
    request.once('error', () => reject(undefined))
    request.once('close', () => reject(undefined))
  })
}

export function tooLarge(limit: number): Failure {
  return new Failure('body_too_large', `The body is larger than ${limit} bytes, which is the most this path takes.`)
}
