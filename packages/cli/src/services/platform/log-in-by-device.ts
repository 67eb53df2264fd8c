import { setTimeout as wait } from 'node:timers/promises'
import { createClient, RefusedError } from '@mkt/contract/client'
import { Abort } from '../../abort.ts'
import { isPassing } from './network-error.ts'

/**
 * Logs a person in from a machine without a browser: they type a short code in the console on another one, while this process asks
 * whether they did (RFC 8628).
 */
export async function logInByDevice(
  url: string,
  show: (begun: { userCode: string; verificationUri: string }) => void,
): Promise<{ token: string; person: string; organization: { id: string; name: string } }> {
  const client = createClient({ baseUrl: url })
  const begun = await client.startDevice()
  show(begun)
  let interval = begun.interval
  for (const end = Date.now() + begun.expiresIn * 1000; Date.now() < end; ) {
    await wait(interval * 1000)
    try {
      const session = await client.completeDevice({ body: { deviceCode: begun.deviceCode } })
      const [organization] = session.organizations
      if (organization === undefined) throw failed('The session reaches no organization.')
      const { id, name } = organization
      return { token: session.token, person: session.person.email, organization: { id, name } }
    } catch (error) {
      const code = codeOf(error)
      if (code === 'slow_down') interval += 5
      else if (code === 'access_denied') throw failed('The sign-in was refused in the console.')
      // The platform may be away for a moment; the code stays valid.
      else if (code !== 'authorization_pending' && !isPassing(error)) throw error
    }
  }
  throw failed('Nobody approved the sign-in in time.')
}

const failed = (why: string) => new Abort('login_failed', why, { fix: 'Run "mkt login --sso" again.' })

const codeOf = (error: unknown) => (error instanceof RefusedError ? error.code : undefined)
