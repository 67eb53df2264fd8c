import type { Secret } from '../../lib/secret.ts'
import type { PolicyClient } from './policy-client.ts'
import { PolicySystemError } from './policy-system-error.ts'

const AT_MOST = 500

/** Asks for each event once. One that is not accepted now, or in time, stays set aside and is asked for again at the next sweep. */
export async function resendEach(
  client: PolicyClient,
  token: Secret,
  paths: readonly string[],
  isLate: () => boolean,
): Promise<number> {
  let accepted = 0
  for (const path of paths.slice(0, AT_MOST)) {
    if (isLate()) return accepted
    try {
      await client.call({ method: 'POST', path, token })
      accepted += 1
    } catch (error) {
      if (!(error instanceof PolicySystemError) || error.trouble === 'unauthorized') throw error
      // The policy system says so when our gateway did not take the event: the rest would fare no better now.
      if (error.trouble === 'unavailable') return accepted
    }
  }
  return accepted
}
