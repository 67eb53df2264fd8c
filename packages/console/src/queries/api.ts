import { createClient, RefusedError } from '@mkt/contract/client'
import { common } from '../texts/common.ts'

type Listener = () => void
const listeners = new Set<Listener>()

/** Called whenever the API says that nobody is signed in (any more). */
export function onSignedOut(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Only these ask "am I signed in" themselves; their 401 is an answer, not an interruption. */
const asksItself = /\/api\/v1\/(session|me)$/

/** `fetch` with the cookie session; a platform out of reach is a refusal with status 0. */
export async function guardedFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  let response: Response
  try {
    response = await fetch(input, { ...init, credentials: 'same-origin', cache: 'no-store' })
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new RefusedError(0, { code: 'offline', detail: common.outOfReach }, null)
  }
  if (response.status === 401 && !asksItself.test(String(input))) for (const tell of listeners) tell()
  return response
}

/** The publishing interface of this origin, typed by its own operations. */
export const api = createClient({ baseUrl: '', fetch: guardedFetch })
