import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../lib/log.ts'
import { restartWait } from '../lib/process/restart-wait.ts'
import type { SimulatorFacts } from './bootstrap.ts'
import type { RunningSimulator } from './simulator-process.ts'

/** How often it may end by itself before nobody starts it again. */
const MAX_ENDS = 5
const WITHIN_MS = 300_000

/** The ports of a simulator that has them already. */
export interface SimulatorPorts {
  port: number
  enterprisePort: number
}

export interface KeptSimulator {
  facts: SimulatorFacts
  addresses: string[]
  stop(): Promise<void>
}

export interface KeepSimulatorOptions {
  start(ports?: SimulatorPorts): Promise<RunningSimulator>
  log: Pick<Log, 'error' | 'info'>
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
  now?: () => number
}

const portOf = (url: string) => Number(new URL(url).port)

/**
 * Keeps the policy system of a laptop running until it is stopped: one that ends by itself is started again on the same ports, with the world of its
 * state file. One that ends again and again is left, because it would only fill the log.
 */
export async function keepSimulator({
  start,
  log,
  wait = (ms, signal) => pause(ms, undefined, { signal }).catch(() => {}),
  now = () => performance.now(),
}: KeepSimulatorOptions): Promise<KeptSimulator> {
  const first = await start()
  const { facts, addresses } = first
  const ports = { port: portOf(facts.connected.apiUrl), enterprisePort: portOf(facts.enterprise.apiUrl) }
  const stopping = new AbortController()
  let running: RunningSimulator | undefined = first

  async function again(): Promise<string> {
    try {
      running = await start(ports)
      if (stopping.signal.aborted) await running.stop()
      else log.info({ ...ports }, 'The simulated policy system is back')
      return await running.ended
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  async function keep(): Promise<void> {
    let ends: number[] = []
    for (let reason = await first.ended; !stopping.signal.aborted; reason = await again()) {
      running = undefined
      const at = now()
      ends = [...ends.filter((end) => end > at - WITHIN_MS), at]
      if (ends.length > MAX_ENDS) {
        log.error(
          { reason },
          'The simulated policy system ends again and again and is not started any more. Correct the cause and start the platform again',
        )
        return
      }
      const waitMs = restartWait(ends.length)
      log.error({ reason, waitMs }, 'The simulated policy system ended by itself; it is started again')
      await wait(waitMs, stopping.signal)
      if (stopping.signal.aborted) return
    }
  }

  const kept = keep().catch((error: unknown) => log.error({ error }, 'keeping the simulated policy system failed'))
  return {
    facts,
    addresses,
    async stop() {
      stopping.abort()
      // One that only starts ends with this process, however long it takes.
      if (running === undefined) return
      await running.stop()
      await kept
    },
  }
}
