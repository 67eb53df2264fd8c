import { GiveUp, TryAgain } from '@mkt/sdk'

export interface Partner {
  put(path: string, body: unknown): Promise<void>
  remove(path: string): Promise<void>
}

/** A client for the inspection service with one customer's account. */
export function createPartner(settings: Readonly<Record<string, string>>, signal: AbortSignal): Partner {
  const call = async (method: string, path: string, body?: unknown): Promise<void> => {
    const init: RequestInit = {
      method,
      signal,
      headers: { authorization: `Bearer ${settings.partnerKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }
    const answer = await fetch(`${settings.partnerUrl}${path}`, init).catch((cause: unknown) => {
      throw new TryAgain('The inspection service did not answer.', { cause })
    })
    await answer.body?.cancel()
    if (answer.ok || (method === 'DELETE' && answer.status === 404)) return
    if (answer.status >= 500) throw new TryAgain(`The inspection service answered ${answer.status}.`)
    throw new GiveUp(`The inspection service refused with ${answer.status}: check its key in the settings.`)
  }
  return { put: (path, body) => call('PUT', path, body), remove: (path) => call('DELETE', path) }
}
