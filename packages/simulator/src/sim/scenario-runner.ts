import { randomUUID } from 'node:crypto'
import { guarded } from '../lib/guarded.ts'
import type { Round, ScenarioName } from './scenarios.ts'

export type ScenarioRun = {
  id: string
  name: ScenarioName
  tenant: string
  count: number
  seconds: number
  started: number
  done: number
  failed: number
  state: 'running' | 'done' | 'stopped'
  lastError: string | null
}

const AT_ONCE = 32
const TICK_MS = 20

/** Spreads the rounds of a scenario evenly over its time, with a bound on how many run at once. */
export class ScenarioRunner {
  #runs: ScenarioRun[] = []
  #timers = new Set<NodeJS.Timeout>()

  list(): ScenarioRun[] {
    return [...this.#runs]
  }

  start(input: Pick<ScenarioRun, 'name' | 'tenant' | 'count' | 'seconds'>, round: Round): ScenarioRun {
    const run: ScenarioRun = {
      ...input,
      id: randomUUID(),
      started: 0,
      done: 0,
      failed: 0,
      state: 'running',
      lastError: null,
    }
    this.#runs = [...this.#runs.slice(-19), run]
    const begun = Date.now()
    const end = () => {
      clearInterval(timer)
      this.#timers.delete(timer)
    }
    const failed = (error: unknown) => {
      run.state = 'stopped'
      run.lastError = error instanceof Error ? error.message : String(error)
      end()
    }
    const step = () => {
      const share = run.seconds === 0 ? 1 : Math.min(1, (Date.now() - begun) / (run.seconds * 1000))
      const due = run.state === 'running' ? Math.max(1, Math.floor(run.count * share)) : 0
      while (run.started < due && run.started - run.done < AT_ONCE) {
        run.started += 1
        void this.#one(run, round)
      }
      if (run.state === 'stopped' || run.done >= run.count) {
        if (run.state === 'running') run.state = 'done'
        end()
      }
    }
    const timer = setInterval(guarded(failed, step), TICK_MS)
    this.#timers.add(timer)
    return run
  }

  async #one(run: ScenarioRun, round: Round): Promise<void> {
    try {
      await round()
    } catch (error) {
      run.failed += 1
      run.lastError = error instanceof Error ? error.message : String(error)
    } finally {
      run.done += 1
    }
  }

  stop(id?: string): void {
    for (const run of this.#runs)
      if (run.state === 'running' && (id === undefined || run.id === id)) run.state = 'stopped'
  }

  close(): void {
    this.stop()
    for (const timer of this.#timers) clearInterval(timer)
    this.#timers.clear()
  }
}
