import type { Runner } from '../actions/deployment/runner.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { runTrial } from '../actions/trial/run-trial.ts'
import { createAppClient } from '../outbound/app/app-client.ts'
import { extendTrials, leaseTrials, releaseTrials } from '../store/trial/trials.ts'
import { startLoop } from './loop.ts'

const LEASE_MS = 15_000

/**
 * Carries out trials. Invariant: one process at a time runs a trial; what a killed process had begun is begun again when its lease
 * ends. Two at once leave room for the applications that serve customers.
 */
export function startTrials(
  platform: Platform,
  runner: Runner,
  options: { idleMs?: number } = {},
): { stop(): Promise<void> } {
  const { db, clock, log, changes } = platform
  const client = createAppClient(log)
  const tools = { runner, client, owner: runner.holder }
  const until = () => new Date(clock.now().getTime() + LEASE_MS)
  const loop = startLoop<string>(
    {
      claim: (limit) => leaseTrials(db, tools.owner, clock.now(), until(), limit),
      async extend(ids) {
        const held = await extendTrials(db, tools.owner, ids, until())
        return ids.filter((id) => held.has(id))
      },
      release: (ids) => releaseTrials(db, tools.owner, ids),
      async run(id, signal) {
        try {
          await runTrial(platform, tools, id, signal)
        } finally {
          await releaseTrials(db, tools.owner, [id])
        }
      },
    },
    {
      name: 'trials',
      concurrency: 2,
      batch: 2,
      leaseMs: LEASE_MS,
      idleMs: options.idleMs ?? LEASE_MS,
      drainMs: 0,
      log,
    },
  )
  const unsubscribe = changes.subscribe('trial', { changed: () => loop.wake(), reset: () => loop.wake() })
  return {
    async stop() {
      unsubscribe()
      await loop.stop()
      await client.close()
    },
  }
}
