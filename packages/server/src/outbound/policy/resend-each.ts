import type { Secret } from '../../lib/secret.ts'
import type { PolicyClient } from './policy-client.ts'
import { PolicySystemError } from './policy-system-error.ts'

/** Events of one webhook that are asked for at one look. */
const AT_MOST = 500
/** Webhooks that are looked at when the time is up already, to find one event that was set aside. */
const LATE_WEBHOOKS = 5

export interface Resent {
  /** How many events the gateway took. */
  accepted: number
  /** There may be more, which were not asked for this time. */
  isCut: boolean
}

/**
 * Asks for each event of some webhooks once. One that is not accepted now, or in time, stays set aside and is asked for again at the
 * next sweep. The first one is asked for also where the time is up, so that every look gets on.
 */
export async function resendEach(
  client: PolicyClient,
  token: Secret,
  webhooks: readonly (() => Promise<readonly string[]>)[],
  isLate: () => boolean,
): Promise<Resent> {
  const resent: Resent = { accepted: 0, isCut: false }
  let asked = 0
  for (const [at, readPaths] of webhooks.entries()) {
    if ((asked > 0 || at >= LATE_WEBHOOKS) && isLate()) return { ...resent, isCut: true }
    const paths = await readPaths()
    for (const path of paths.slice(0, AT_MOST)) {
      if (asked > 0 && isLate()) return { ...resent, isCut: true }
      asked += 1
      const answer = await resend(client, token, path)
      // The policy system says so when our gateway did not take the event: the rest would fare no better now.
      if (answer === 'unavailable') break
      if (answer === 'accepted') resent.accepted += 1
    }
    resent.isCut ||= paths.length > AT_MOST
  }
  return resent
}

async function resend(
  client: PolicyClient,
  token: Secret,
  path: string,
): Promise<'accepted' | 'declined' | 'unavailable'> {
  try {
    await client.call({ method: 'POST', path, token })
    return 'accepted'
  } catch (error) {
    if (!(error instanceof PolicySystemError) || error.trouble === 'unauthorized') throw error
    return error.trouble === 'unavailable' ? 'unavailable' : 'declined'
  }
}
