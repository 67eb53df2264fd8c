import { auditCursors } from '../../store/platform/audit-streams.ts'
import { deleteAudits } from '../../store/platform/audits.ts'
import type { Platform } from './platform.ts'

const DAY_MS = 24 * 3_600_000

/**
 * Removes what the audit has kept for as long as the operator wants, up to a limit; returns how many rows there were. Rows stay until
 * every sink that the audit is sent to has taken them.
 */
export async function pruneAudit(
  { db, clock, policy }: Pick<Platform, 'db' | 'clock' | 'policy'>,
  sinks: readonly string[],
  limit: number,
): Promise<number> {
  if (policy.auditDays === undefined) return 0
  const [upTo] = await auditCursors(db, sinks)
  const before = new Date(clock.now().getTime() - policy.auditDays * DAY_MS)
  return deleteAudits(db, { before, upTo }, limit)
}
