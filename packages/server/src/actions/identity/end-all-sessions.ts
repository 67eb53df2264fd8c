import { endSessions } from '../accounts/end-sessions.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'

/** Signs a person out everywhere, or everywhere else. */
export function endAllSessions(
  platform: Changing,
  input: { personId: string; keep: string | null },
  origin: Origin,
): Promise<void> {
  return change(platform, origin, async (unit) => {
    const sessions = await endSessions(unit, input.personId, input.keep)
    return unit.record('session.end-all', { organizationId: null, id: input.personId, details: { sessions } })
  })
}
