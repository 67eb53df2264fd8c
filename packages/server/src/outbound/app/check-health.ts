import { request } from 'node:http'
import { parseAddress } from '@mkt/engines'
import type { HealthAnswer } from '../../domain/deployment/health.ts'

/**
 * The time-out passes in parts. While this process is held up itself at most one of them does, so that an answer that has arrived meanwhile is read
 * before it counts as late.
 */
const PARTS = 8

/** Asks an instance how it is: `GET /health` answers 200 in time, or what it did instead. Never throws. */
export function probeHealth(address: string, timeoutMs: number): Promise<HealthAnswer> {
  const { origin, socketPath } = parseAddress(address)
  return new Promise((resolve) => {
    const outgoing = request(
      `${origin}/health`,
      // A connection of its own: a kept one would tell of the connection, not of the application.
      { agent: false, ...(socketPath === null ? {} : { socketPath }), headers: { connection: 'close' } },
      (incoming) => {
        clearInterval(limit)
        incoming.on('error', () => {})
        // The status says it all: whatever follows is not read, for it may never end.
        outgoing.destroy()
        resolve(
          incoming.statusCode === 200 ? { well: true } : { well: false, saw: `it answered ${incoming.statusCode}` },
        )
      },
    )
    const late = new Error('late')
    let left = PARTS
    const limit = setInterval(() => {
      left -= 1
      if (left === 0) outgoing.destroy(late)
    }, timeoutMs / PARTS)
    outgoing.on('error', (error) => {
      clearInterval(limit)
      const saw = error === late ? `it gave no answer within ${timeoutMs / 1000} s` : silence(error)
      resolve({ well: false, saw })
    })
    outgoing.end()
  })
}

/** Whether an instance answers its health request. */
export async function checkHealth(address: string, timeoutMs: number): Promise<boolean> {
  return (await probeHealth(address, timeoutMs)).well
}

/** An engine with a relay takes the connection itself and closes it when nothing listens behind it. */
function silence({ code }: NodeJS.ErrnoException): string {
  if (code === 'ECONNREFUSED' || code === 'ENOENT' || code === 'ECONNRESET')
    return 'nothing listened on the port in MKT_PORT'
  if (code?.startsWith('HPE_')) return 'its answer was not HTTP'
  return `it could not be reached${code === undefined ? '' : ` (${code})`}`
}
