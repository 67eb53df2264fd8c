import { deleteSession } from '../../store/accounts/sessions.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'

/** Ends a session of a person or a token of an API key; false when the caller has no such one. */
export function endSession(
  platform: Changing,
  input: { sessionId: string; owner: { personId: string } | { apiKeyId: string } },
  origin: Origin,
): Promise<boolean> {
  return change(platform, origin, async (unit) => {
    if (!(await deleteSession(unit.trx, input.sessionId, input.owner))) return unit.unchanged().with(false)
    unit.changed('session', 'personId' in input.owner ? input.owner.personId : input.owner.apiKeyId)
    return unit.record('session.end', { organizationId: null, id: input.sessionId }).with(true)
  })
}
