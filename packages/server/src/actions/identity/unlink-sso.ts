import { Failure } from '@mkt/contract/errors'
import { passwordHashOf } from '../../store/accounts/people.ts'
import { deleteProviderSessions } from '../../store/accounts/sessions.ts'
import { passkeysOf } from '../../store/identity/passkeys.ts'
import { deleteSsoIdentities, lockSsoLinks, ssoLinksOf } from '../../store/identity/sso-connections.ts'
import { change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'

/** Unlinks a person from a provider and ends the sessions it began. The last way to sign in stays. */
export function unlinkSso(
  platform: Platform,
  input: { personId: string; connectionId: string },
  origin: Origin,
): Promise<void> {
  const { personId, connectionId } = input
  return change(platform, origin, async (unit) => {
    const { trx } = unit
    // Two links that are removed at once must not both count the other as one that is left.
    await lockSsoLinks(trx, personId)
    const link = (await ssoLinksOf(trx, personId)).find(({ id }) => id === connectionId)
    if (link === undefined || !(await deleteSsoIdentities(trx, personId, connectionId)))
      throw new Failure('not_found', 'Your account is not linked to this provider.')
    const [others, passkeys, password] = [
      await ssoLinksOf(trx, personId),
      await passkeysOf(trx, personId),
      await passwordHashOf(trx, personId),
    ]
    if (others.length === 0 && passkeys.length === 0 && password === null)
      throw new Failure(
        'sign_in_needed',
        'You could not sign in any more. Add a passkey, or set a password with "Forgot your password?", and try again.',
      )
    const sessions = await deleteProviderSessions(trx, personId, connectionId)
    unit.changed('session', personId)
    const { organizationId, issuer } = link
    return unit.record('sso.unlink', { organizationId, id: personId, details: { issuer, sessions } })
  })
}
