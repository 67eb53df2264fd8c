import { once } from 'node:events'
import { request } from 'node:http'
import { performServerHandshake, type ServerHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'
import { tunnelProtocol } from '@mkt/contract/api'

export interface TunnelMachine {
  /** Requests that came through the tunnel: method, path and body. */
  seen: { method: string; path: string; headers: Record<string, unknown>; body: string }[]
  session: ServerHttp2Session
  close(): Promise<void>
}

/** The machine of a developer at the other end of a tunnel; the status where it is not let in. */
export async function connectMachine(
  url: string,
  ticket: string,
  answer: (path: string) => { status: number; body: string } | 'silent' = () => ({
    status: 200,
    body: '{"from":"machine"}',
  }),
): Promise<TunnelMachine | number> {
  const asked = request(`${url}/`, {
    headers: { connection: 'upgrade', upgrade: tunnelProtocol, authorization: `Bearer ${ticket}` },
  })
  asked.end()
  const outcome = await Promise.race([
    once(asked, 'upgrade').then(([, socket, head]) => {
      // The platform may begin to speak right after its answer.
      if ((head as Buffer).length > 0) (socket as Socket).unshift(head as Buffer)
      return socket as Socket
    }),
    once(asked, 'response').then(([response]) => (response as { statusCode: number }).statusCode),
  ])
  if (typeof outcome === 'number') return outcome
  const session = performServerHandshake(outcome)
  const seen: TunnelMachine['seen'] = []
  session.on('error', () => {})
  session.on('stream', async (stream, headers) => {
    stream.on('error', () => {})
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    const path = String(headers[':path'])
    seen.push({ method: String(headers[':method']), path, headers, body: Buffer.concat(chunks).toString() })
    const given = answer(path)
    if (given === 'silent') return
    stream.respond({ ':status': given.status, 'content-type': 'application/json' })
    stream.end(given.body)
  })
  return {
    seen,
    session,
    async close() {
      if (session.destroyed) return
      session.destroy()
      await once(outcome, 'close').catch(() => {})
    },
  }
}
