import type { Platform } from '../../actions/platform/platform.ts'
import type { Installation } from '../../store/installation/installations.ts'
import { registrationWait } from '../../store/registration/registrations.ts'
import type { Tenant } from '../../store/tenant/tenants.ts'

/** A policy system usually answers sooner; from here on people are told whose answer is awaited. */
const SILENT_MS = 5_000

/** What keeps an installation from being registered: why the last try failed, or who has not answered the first one yet. */
export async function waitingAnswer(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { id, state, step, stepSince }: Installation,
  tenant: Tenant | undefined,
) {
  if (state !== 'REGISTERING') return null
  const wait = await registrationWait(db, id)
  if (wait !== undefined) return { reason: wait.failure, nextTryAt: wait.dueAt?.toISOString() ?? null }
  const waitedMs = step === 'register' && stepSince !== null ? clock.now().getTime() - stepSince.getTime() : 0
  if (tenant === undefined || waitedMs < SILENT_MS) return null
  return { reason: `Waiting for an answer from ${new URL(tenant.apiUrl).host}`, nextTryAt: null }
}
