import { createHmac } from 'node:crypto'
import { GiveUp, TryAgain } from '@mkt/sdk'

export interface Notice {
  url: string
  secret: string | undefined
  id: string
  text: string
  signal: AbortSignal
}

/** Sends a notice. What the receiver cannot take now is sent again later; what it refuses is not. */
export async function postNotice({ url, secret, id, text, signal }: Notice): Promise<void> {
  const body = JSON.stringify({ id, text })
  const headers: Record<string, string> = { 'content-type': 'application/json', 'idempotency-key': id }
  if (secret) headers['x-signature'] = createHmac('sha256', secret).update(body).digest('hex')
  let status: number
  try {
    const answer = await fetch(url, { method: 'POST', headers, body, signal })
    await answer.body?.cancel()
    status = answer.status
  } catch (cause) {
    throw new TryAgain('The address for notices did not answer.', { cause })
  }
  if (status === 429 || status >= 500) throw new TryAgain(`The address for notices answered ${status}.`)
  if (status >= 400) throw new GiveUp(`The address for notices refused the notice with ${status}.`)
}
