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
import { pruneLedger } from '../store/route/ledger.ts'
import { pruneTraceSpans } from '../store/trace/trace-spans.ts'

const EVERY_MS = 60_000
const EGRESS_KEPT_MS = limits.egressKept.value
const FIELDS_KEPT_MS = limits.fieldsKept.value
/** As long as a policy system may send an event again. */
const ERASURES_KEPT_MS = 30 * 24 * 3_600_000
const CHANGES_KEPT_MS = 3_600_000
const SIGN_INS_KEPT_MS = 24 * 3_600_000
const IDEMPOTENCY_KEPT_MS = limits.idempotencyKept.value

/** Removes what has outlived its time, in small steps: a step that removes a full batch is followed by another at once. */
export function startCleanup(platform: Platform, auditSinks: readonly string[]): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  async function drain(step: () => Promise<number>, full: number): Promise<void> {
    while (!stopped && (await step()) >= full) {}
  }

  async function round(): Promise<void> {
    const now = platform.clock.now()
    const before = (milliseconds: number) => new Date(now.getTime() - milliseconds)
    try {
      await drain(() => deleteExpiredSessions(platform.db, now, 1000), 1000)
      await drain(() => deleteOldIdempotencyKeys(platform.db, before(IDEMPOTENCY_KEPT_MS), 1000), 1000)
      await drain(() => removeEndedSamples(platform), 50)
      await drain(() => deleteOldSignIns(platform.db, before(SIGN_INS_KEPT_MS), 1000), 1000)
      await drain(() => deleteExpiredSignInSteps(platform.db, now, 1000), 1000)
      await drain(() => deleteExpiredDeviceSignIns(platform.db, now, 1000), 1000)
      await drain(() => deleteOldFactorAttempts(platform.db, before(SIGN_INS_KEPT_MS), 1000), 1000)
      await drain(() => recheckDomains(platform, 20), 20)
      await drain(() => renderStoredListings(platform, 100), 100)
      await drain(() => renderStoredNotes(platform, 100), 100)
      await drain(() => pruneEgressCounts(platform.db, before(EGRESS_KEPT_MS), 2_000), 2_000)
      await drain(() => pruneFieldUses(platform.db, before(FIELDS_KEPT_MS), 2_000), 2_000)
      await drain(() => pruneLedger(platform.db, before(limits.ledgerKept.value), 2_000), 2_000)
      await drain(() => pruneAccountErasures(platform.db, before(ERASURES_KEPT_MS), 1_000), 1_000)
      await drain(() => pruneTraceSpans(platform.db, before(limits.spansKept.value), 2_000), 2_000)
      await drain(() => pruneInstances(platform.db, before(limits.instancesKept.value), 1_000), 1_000)
      await drain(() => pruneAudit(platform, auditSinks, 1_000), 1_000)
      await drain(() => pruneChanges(platform.db, before(CHANGES_KEPT_MS), 10_000), 10_000)
    } catch (error) {
      platform.log.warn({ err: error }, 'cleaning up failed and is tried again in a minute')
    }
    if (!stopped) timer = setTimeout(() => void begin(), EVERY_MS)
  }

  function begin(): void {
    running = round()
  }

  begin()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
