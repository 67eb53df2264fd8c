import { deleteSession } from '../../store/accounts/sessions.ts'
import { transaction } from '../../store/database/transaction.ts'
import type { Platform } from '../platform/platform.ts'
import { type Origin, recordAudit } from '../platform/record-audit.ts'

/** Ends a session of a person or a token of an API key; false when whoever asks has no such one. */
export function endSession(
  platform: Platform,
  input: { sessionId: string; owner: { personId: string } | { apiKeyId: string } },
  origin: Origin,
): Promise<boolean> {
  return transaction(platform.db, async (trx) => {
    if (!(await deleteSession(trx, input.sessionId, input.owner))) return false
    await recordAudit(platform, trx, origin, {
      organizationId: null,
      action: 'session.end',
      subject: { kind: 'session', id: input.sessionId },
    })
    return true
  })
}
