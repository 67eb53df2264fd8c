import { Agent, request } from 'node:http'
import { guarded } from '../../packages/server/src/lib/guarded.ts'

export interface Asked {
  method?: string
  url: string
  headers?: Record<string, string>
  body?: string | undefined
}

export interface Answered {
  /** 0 where no answer came. */
  status: number
  body: string
  milliseconds: number
}

/** A party with an address of its own: all of 127.0.0.0/8 is this machine. */
export interface Party {
  address: string
  ask(asked: Asked, timeoutMs?: number): Promise<Answered>
  close(): void
}

export function partyAt(address: string): Party {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  return {
    address,
    ask({ method = 'GET', url, headers = {}, body }, timeoutMs = 30_000) {
      const began = performance.now()
      return new Promise((resolve) => {
        const done = (status: number, text: string) =>
          resolve({ status, body: text, milliseconds: performance.now() - began })
        const failed = () => done(0, '')
        const type = body === undefined ? {} : { 'content-type': 'application/json' }
        const options = { method, agent, localAddress: address, headers: { ...type, ...headers }, timeout: timeoutMs }
        const sent = request(url, options, (answer) => {
          let text = ''
          answer.on(
            'data',
            guarded(failed, (chunk: Buffer) => {
              text += chunk
            }),
          )
          answer.once('end', () => done(answer.statusCode ?? 0, text))
          answer.once('error', failed)
        })
        sent.once('timeout', () => sent.destroy())
        sent.once('error', failed)
        sent.end(body)
      })
    },
    close: () => agent.destroy(),
  }
}

/** What a request with an API key carries. */
export function keyHeaders({ clientId, apiKey }: { clientId: string; apiKey: string }): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${clientId}:${apiKey}`).toString('base64')}` }
}
