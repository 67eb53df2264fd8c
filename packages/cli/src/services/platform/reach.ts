import { Abort } from '../../abort.ts'
import { isNetworkError, networkReason } from './network-error.ts'

/** Who is called beside the platform's interface: the failure must name them, not the platform. */
export interface Reached {
  code: string
  /** "The gateway", "The policy system of Northwind". */
  who: string
  fix: string
}

/** Sends a request to somebody else than the platform's interface. Redirects are not followed. */
export async function reach(url: string, init: RequestInit, { code, who, fix }: Reached): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: 'manual' })
  } catch (error) {
    if (!isNetworkError(error)) throw error
    throw new Abort(code, `${who} cannot be reached at ${new URL(url).origin}: ${networkReason(error)}.`, {
      fix,
      cause: error,
    })
  }
}
