import { request } from 'node:http'
import { parseAddress } from '@mkt/engines'

/** Asks an instance how it is: `GET /health` answers 200 in time, or it does not. Never throws. */
export function checkHealth(address: string, timeoutMs: number): Promise<boolean> {
  const { origin, socketPath } = parseAddress(address)
  return new Promise((resolve) => {
    const outgoing = request(
      `${origin}/health`,
      // A connection of its own: a kept one would tell of the connection, not of the application.
      { agent: false, ...(socketPath === null ? {} : { socketPath }), headers: { connection: 'close' } },
      (incoming) => {
        clearTimeout(limit)
        incoming.resume()
        incoming.on('error', () => {})
        resolve(incoming.statusCode === 200)
        incoming.on('end', () => outgoing.destroy())
      },
    )
    const limit = setTimeout(() => outgoing.destroy(new Error('late')), timeoutMs)
    outgoing.on('error', () => {
      clearTimeout(limit)
      resolve(false)
    })
    outgoing.end()
  })
}
