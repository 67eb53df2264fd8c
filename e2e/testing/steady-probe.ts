import { setTimeout as delay } from 'node:timers/promises'

/** Asks one thing again and again, as those do who never wait for a roll. */
export interface SteadyProbe {
  readonly asked: number
  /** Statuses of what was answered, and how often each. */
  readonly statuses: ReadonlyMap<number, number>
  stop(): Promise<{ asked: number; failures: string[] }>
}

/** Ends each connection with its answer, so that every request finds its own way to a process. */
export const asking = (headers: Record<string, string> = {}): RequestInit => ({
  headers: { ...headers, connection: 'close' },
  signal: AbortSignal.timeout(30_000),
})

/** `ask` answers with a success; everything else counts as a failure, with its name. */
export function probeSteadily(name: string, ask: () => Promise<Response>, pauseMs: number): SteadyProbe {
  const failures: string[] = []
  const statuses = new Map<number, number>()
  let asked = 0
  let isOver = false
  const turn = async () => {
    while (!isOver) {
      try {
        const answer = await ask()
        const text = await answer.text()
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        if (!answer.ok) failures.push(`${name}: ${answer.status} ${text.slice(0, 200)}`)
      } catch (error) {
        failures.push(`${name}: ${String((error as Error).cause ?? error)}`)
      }
      asked += 1
      await delay(pauseMs)
    }
  }
  const ended = turn()
  return {
    get asked() {
      return asked
    },
    statuses,
    async stop() {
      isOver = true
      await ended
      return { asked, failures }
    },
  }
}
