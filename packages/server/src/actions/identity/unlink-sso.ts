import { Failure } from '@mkt/contract/errors'
import { lockPerson } from '../../store/accounts/people.ts'
import { deleteProviderSessions } from '../../store/accounts/sessions.ts'
import { deleteSsoIdentities, ssoLinksOf } from '../../store/identity/sso-connections.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import { keepSignIn } from './keep-sign-in.ts'

/** Unlinks a person from a provider and ends the sessions it began. The last way to sign in stays. */
export function unlinkSso(
  platform: Changing,
  input: { personId: string; connectionId: string },
  origin: Origin,
): Promise<void> {
  const { personId, connectionId } = input
  return change(platform, origin, async (unit) => {
    const { trx } = unit
    await lockPerson(trx, personId)
    const link = (await ssoLinksOf(trx, personId)).find(({ id }) => id === connectionId)
    if (link === undefined || !(await deleteSsoIdentities(trx, personId, connectionId)))
      throw new Failure('not_found', 'Your account is not linked to this provider.')
    await keepSignIn(trx, personId)
    const sessions = await deleteProviderSessions(trx, personId, connectionId)
    unit.changed('session', personId)
    const { organizationId, issuer } = link
    return unit.record('sso.unlink', { organizationId, id: personId, details: { issuer, sessions } })
  })
}
