import { sampleIdentity } from '../../actions/trial/sample-identity.ts'
import { briefly, type Log } from '../../lib/log.ts'
import type { Vault } from '../../lib/seal.ts'
import { createHalfShare } from '../../lib/sharing/half-share.ts'
import type { Pool } from '../../store/database/pool.ts'
import { insertSampleCall } from '../../store/trial/samples.ts'
import type { HeldCall, HeldCallObserver } from './held-call.ts'

/** Longer requests are left out of samples, so that 5,000 of them stay of a size that can be kept. */
const MAX_BYTES = 512 * 1024
const MAX_AT_ONCE = 20

/** Adds calls to the pinned samples of installations that have one: beside the calls, and left out under pressure. */
export function createSampleRecorder({
  pool,
  vault,
  log,
  full,
}: {
  pool: Pool
  vault: Vault
  log: Log
  /** Called when a sample takes no more. */
  full(installationId: string): Promise<void>
}): HeldCallObserver {
  const running = new Set<Promise<void>>()
  const share = createHalfShare(MAX_AT_ONCE)

  async function write(call: HeldCall): Promise<void> {
    const { id, kind, path, query, timeoutMs, at } = call
    const { installationId, organizationId } = call.route
    const sealed = await vault.seal(organizationId, sampleIdentity(id), call.request)
    const row = { id, installationId, organizationId, kind, path, query, timeoutMs, sealed, at }
    if (!(await insertSampleCall(pool, row))) await full(installationId)
  }

  return {
    observe(call) {
      const { sampling, installationId } = call.route
      if (!sampling || call.request.length > MAX_BYTES || !share.take(installationId)) return
      const job = write(call)
        .catch((error: Error) => log.warn(briefly(error), 'A call could not be added to its sample'))
        .finally(() => {
          share.give(installationId)
          running.delete(job)
        })
      running.add(job)
    },
    async drain() {
      await Promise.all(running)
    },
  }
}
