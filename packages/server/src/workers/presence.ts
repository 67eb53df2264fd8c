import { hostname } from 'node:os'
import type { Platform } from '../actions/platform/platform.ts'
import { presence } from '../domain/platform/process.ts'
import { newId } from '../lib/ids.ts'
import { version } from '../lib/process/version.ts'
import { beatProcess, forgetProcesses, removeProcess } from '../store/platform/processes.ts'

/**
 * Tells, while this process lives, that it does, which parts it holds and what they report about themselves. One that ends
 * takes its word back; one that is killed falls silent.
 */
export async function startPresence(
  platform: Platform,
  roles: Iterable<string>,
  report: () => Record<string, unknown>,
  everyMs: number = presence.everyMs,
): Promise<{ stop(): Promise<void> }> {
  const id = newId('prc', platform.clock.now(), platform.random)
  const held = [...roles]
  let running = Promise.resolve()
  async function beat(): Promise<void> {
    try {
      await beatProcess(platform.db, { id, host: hostname(), roles: held, version, report: report() })
      await forgetProcesses(platform.db, presence.forgottenMs)
    } catch (error) {
      platform.log.debug({ err: error }, 'it could not be told that this process lives')
    }
  }
  await beat()
  const timer = setInterval(() => {
    running = beat()
  }, everyMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
      await removeProcess(platform.db, id)
    },
  }
}
