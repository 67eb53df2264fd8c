import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@mkt/contract/client'

export type Trial = Awaited<ReturnType<Client['getTrial']>>

const EVERY_MS = 1_000

/** Reads a trial until it has ended. */
export async function followTrial(
  client: Client,
  started: Trial,
  {
    signal,
    onProgress,
    everyMs = EVERY_MS,
  }: { signal: AbortSignal; onProgress: (trial: Trial) => void; everyMs?: number },
): Promise<Trial> {
  let told: number | undefined
  for (let trial = started; ; trial = await client.getTrial({ params: { id: started.id }, signal })) {
    if (trial.state === 'DONE' || trial.state === 'FAILED') return trial
    // The same number again is no progress.
    if (trial.done !== told) onProgress(trial)
    told = trial.done
    await pause(everyMs, undefined, { signal })
  }
}

/** Whether the release may go on: the trial was carried out and every gate holds. */
export function passed({ state, failedGates }: Trial): boolean {
  return state === 'DONE' && failedGates !== null && failedGates.length === 0
}
