import { Failure } from '@mkt/contract/errors'
import { limits } from '@mkt/contract/limits'
import { countInvitationsSent } from '../../store/accounts/one-time-links.ts'
import type { Unit } from '../platform/unit.ts'

const DAY_MS = 86_400_000

/** Each invitation is a mail to somebody who did not ask for it, also one that is taken back at once. Call it with the organization locked. */
export async function refuseInvitationFlood({ trx, now }: Unit, organizationId: string, email: string): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS)
  const { all, toAddress } = await countInvitationsSent(trx, organizationId, email, since)
  const most = all >= limits.invitationsADay.value ? limits.invitationsADay : limits.invitationsOfAddress
  if (all >= limits.invitationsADay.value || toAddress >= limits.invitationsOfAddress.value)
    throw new Failure('quota_exceeded', `${most.of}: ${most.value} at most. Try again tomorrow.`)
}
