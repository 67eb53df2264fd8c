import { setTimeout as pause } from 'node:timers/promises'

export interface HealthWait {
  withinMs: number
  everyMs: number
  /** Asked before each look: an application that ended does not become healthy any more. */
  ended: () => boolean | Promise<boolean>
}

/** Whether an application answers `/health` with 200 in time. */
export async function becomesHealthy(url: string, { withinMs, everyMs, ended }: HealthWait): Promise<boolean> {
  const until = Date.now() + withinMs
  while (Date.now() < until && !(await ended())) {
    if ((await healthStatus(url)) === 200) return true
    await pause(everyMs)
  }
  return false
}

/** The status of one look at `/health`; undefined without an answer. */
export async function healthStatus(url: string): Promise<number | undefined> {
  const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
  await answer?.body?.cancel()
  return answer?.status
}
