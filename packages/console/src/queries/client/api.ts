import { createClient, RefusedError } from '@mkt/contract/client'

import { common } from '../../texts/common.ts'
import { tellSignedOut } from './signed-out.ts'
import { provedAgain } from './step-up.ts'

/** These ask whether somebody is signed in: their 401 is an answer, not an interruption. */
const asksItself = /\/api\/v1\/(session|me)$/

/** `fetch` with the cookie session; a platform out of reach is a refusal with status 0. */
export async function guardedFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  let response: Response
  try {
    const send = () => fetch(input, { ...init, credentials: 'same-origin', cache: 'no-store' })
    response = await send()
    if (await provedAgain(response)) response = await send()
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new RefusedError(0, { code: 'offline', detail: common.outOfReach }, null)
  }
  if (response.status === 401 && !asksItself.test(String(input))) tellSignedOut()
  return response
}

/** The publishing interface of this origin, typed by its own operations. */
export const api = createClient({ baseUrl: '', fetch: guardedFetch })
