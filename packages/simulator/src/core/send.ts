import { Agent, request } from 'undici'
import { type RequestLog, shown } from './request-log.ts'

export type Outgoing = {
  method: 'POST'
  url: string
  headers: Record<string, string | string[]>
  body: string
  timeoutMs: number
  /** False only where the tenant asked for an endpoint with a certificate nobody signed. */
  verifyTls: boolean
  /** Whose registration this is, and what it is called there. */
  tenant?: string
  name?: string
}

export type Answer =
  | { status: number; body: string; requestId?: string }
  | { status: null; error: string; timedOut: boolean }

export type Send = (outgoing: Outgoing) => Promise<Answer>

export type Sender = { send: Send; close: () => Promise<void> }

/** The one place that calls out: to webhooks, autofill and raters. Everything sent is logged with its answer. */
export function createSender(log: RequestLog): Sender {
  const verified = new Agent({ connections: 64, pipelining: 1 })
  const unverified = new Agent({ connections: 64, connect: { rejectUnauthorized: false } })

  async function exchange(outgoing: Outgoing): Promise<Answer> {
    try {
      const response = await request(outgoing.url, {
        method: outgoing.method,
        headers: { 'content-type': 'application/json', 'user-agent': 'policy-system', ...outgoing.headers },
        body: outgoing.body,
        dispatcher: outgoing.verifyTls ? verified : unverified,
        signal: AbortSignal.timeout(outgoing.timeoutMs),
      })
      const requestId = response.headers['x-request-id']
      return {
        status: response.statusCode,
        body: await response.body.text(),
        ...(typeof requestId === 'string' ? { requestId } : {}),
      }
    } catch (error) {
      const reason = error instanceof Error ? error : new Error(String(error))
      return { status: null, error: reason.message, timedOut: reason.name === 'TimeoutError' }
    }
  }

  async function send(outgoing: Outgoing): Promise<Answer> {
    const started = Date.now()
    const answer = await exchange(outgoing)
    log.add({
      at: new Date(started).toISOString(),
      direction: 'out',
      ...(outgoing.tenant === undefined ? {} : { tenant: outgoing.tenant }),
      ...(outgoing.name === undefined ? {} : { name: outgoing.name }),
      method: outgoing.method,
      url: outgoing.url,
      requestBody: shown(outgoing.body),
      status: answer.status,
      answer: answer.status === null ? null : shown(answer.body),
      durationMs: Date.now() - started,
      ...(answer.status === null ? { error: answer.error } : {}),
      ...('requestId' in answer ? { requestId: answer.requestId } : {}),
    })
    return answer
  }

  return {
    send,
    close: async () => {
      await Promise.all([verified.destroy(), unverified.destroy()])
    },
  }
}
