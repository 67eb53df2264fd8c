import { request } from 'node:http'
import { parseAddress } from '../address.ts'

export interface Answer {
  status: number
  body: string
}

/** One HTTP request to an instance, on a connection of its own. */
export function callInstance(address: string, path: string, body?: string, timeoutMs = 10_000): Promise<Answer> {
  const { origin, socketPath } = parseAddress(address)
  return new Promise((resolve, reject) => {
    const outgoing = request(
      new URL(path, origin),
      {
        method: body === undefined ? 'GET' : 'POST',
        agent: false,
        timeout: timeoutMs,
        ...(socketPath === null ? {} : { socketPath }),
      },
      async (incoming) => {
        const chunks: Buffer[] = []
        for await (const chunk of incoming) chunks.push(chunk as Buffer)
        resolve({ status: incoming.statusCode ?? 0, body: Buffer.concat(chunks).toString() })
      },
    )
    outgoing.on('timeout', () => outgoing.destroy(new Error('timed out')))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** Waits for a condition, looking often; the last answer or failure is part of the complaint. */
export async function until<T>(what: string, look: () => Promise<T | null | false>, patienceMs = 60_000): Promise<T> {
  const end = Date.now() + patienceMs
  let last: unknown
  for (;;) {
    try {
      const found = await look()
      if (found !== null && found !== false) return found
      last = found
    } catch (error) {
      last = error
    }
    if (Date.now() > end) throw new Error(`${what} did not come within ${patienceMs} ms; last: ${String(last)}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
