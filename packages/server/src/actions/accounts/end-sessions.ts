import { deleteOtherSessions } from '../../store/accounts/sessions.ts'
import { deleteSignInStepsOf } from '../../store/identity/sign-in-steps.ts'
import type { Unit } from '../platform/unit.ts'

/** Ends all sessions of a person but one, with the sign-ins in progress. Streams they opened end as soon as the change is committed. */
export async function endSessions(unit: Unit, personId: string, keep: string | null = null): Promise<number> {
  const ended = await deleteOtherSessions(unit.trx, personId, keep)
  await deleteSignInStepsOf(unit.trx, personId)
  unit.changed('session', personId)
  return ended
}
