import { limits } from '@mkt/contract/limits'
import { recheckDomains } from '../actions/identity/verify-domain.ts'
import { renderStoredListings } from '../actions/listing/render-listing.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { pruneAudit } from '../actions/platform/prune-audit.ts'
import { renderStoredNotes } from '../actions/release/render-notes.ts'
import { removeEndedSamples } from '../actions/trial/pin-sample.ts'
import { deleteExpiredSessions } from '../store/accounts/sessions.ts'
import { deleteOldSignIns } from '../store/accounts/sign-ins.ts'
import { pruneChanges } from '../store/database/changes.ts'
import { pruneEgressCounts } from '../store/deployment/egress-counts.ts'
import { pruneInstances } from '../store/deployment/instances.ts'
import { pruneAccountErasures } from '../store/erasure/account-erasures.ts'
import { pruneFieldUses } from '../store/field/field-uses.ts'
import { deleteExpiredDeviceSignIns } from '../store/identity/device-sign-ins.ts'
import { deleteOldFactorAttempts } from '../store/identity/factor-attempts.ts'
import { deleteExpiredSignInSteps } from '../store/identity/sign-in-steps.ts'
import { deleteOldIdempotencyKeys } from '../store/platform/idempotency.ts'
import { pruneNotifications } from '../store/platform/notifications.ts'
import { pruneLedger } from '../store/route/ledger.ts'
import { pruneTraceSpans } from '../store/trace/trace-spans.ts'

/** As long as a policy system may send an event again. */
const ERASURES_KEPT_MS = 30 * 24 * 3_600_000
const CHANGES_KEPT_MS = 3_600_000
const SIGN_INS_KEPT_MS = 24 * 3_600_000

/** One kind of thing that is cared for once a minute. */
export interface CleanupStep {
  /** What it cleans, for the log. */
  what: string
  /** A step that did as many as this has more to do. */
  full: number
  /** Cleans up to a limit and returns how many there were. */
  clean(limit: number): Promise<number>
}

/** Steps that remove expired rows, or check rows again. */
export function cleanupSteps(platform: Platform, auditSinks: readonly string[]): CleanupStep[] {
  const { db, clock } = platform
  const now = () => clock.now()
  const before = (milliseconds: number) => new Date(now().getTime() - milliseconds)
  const step = (what: string, full: number, clean: CleanupStep['clean']): CleanupStep => ({ what, full, clean })
  return [
    step('sessions', 1_000, (limit) => deleteExpiredSessions(db, now(), limit)),
    step('idempotency keys', 1_000, (limit) =>
      deleteOldIdempotencyKeys(db, before(limits.idempotencyKept.value), limit),
    ),
    step('samples', 50, () => removeEndedSamples(platform)),
    step('sign-ins', 1_000, (limit) => deleteOldSignIns(db, before(SIGN_INS_KEPT_MS), limit)),
    step('steps of sign-ins', 1_000, (limit) => deleteExpiredSignInSteps(db, now(), limit)),
    step('sign-ins of tools', 1_000, (limit) => deleteExpiredDeviceSignIns(db, now(), limit)),
    step('wrong factors', 1_000, (limit) => deleteOldFactorAttempts(db, before(SIGN_INS_KEPT_MS), limit)),
    step('domains', 20, (limit) => recheckDomains(platform, limit)),
    step('texts of listings', 100, (limit) => renderStoredListings(platform, limit)),
    step('release notes', 100, (limit) => renderStoredNotes(platform, limit)),
    step('egress ledger', 2_000, (limit) => pruneEgressCounts(db, before(limits.egressKept.value), limit)),
    step('field ledger', 2_000, (limit) => pruneFieldUses(db, before(limits.fieldsKept.value), limit)),
    step('ledger of state reads', 2_000, (limit) => pruneLedger(db, before(limits.ledgerKept.value), limit)),
    step('erasures of accounts', 1_000, (limit) => pruneAccountErasures(db, before(ERASURES_KEPT_MS), limit)),
    step('spans', 2_000, (limit) => pruneTraceSpans(db, before(limits.spansKept.value), limit)),
    step('instances', 1_000, (limit) => pruneInstances(db, before(limits.instancesKept.value), limit)),
    step('notifications', 1_000, (limit) => pruneNotifications(db, before(limits.notificationsKept.value), limit)),
    step('audit', 1_000, (limit) => pruneAudit(platform, auditSinks, limit)),
    step('change feed', 10_000, (limit) => pruneChanges(db, before(CHANGES_KEPT_MS), limit)),
  ]
}
