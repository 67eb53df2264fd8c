import { setTimeout as delay } from 'node:timers/promises'

/** Asks one thing again and again, as those do who never wait for a roll. */
export interface SteadyProbe {
  stop(): Promise<{ asked: number; failures: string[] }>
}

/** Ends each connection with its answer, so that every request finds its own way to a process. */
export const asking = (headers: Record<string, string> = {}): RequestInit => ({
  headers: { ...headers, connection: 'close' },
  signal: AbortSignal.timeout(30_000),
})

/** `ask` answers with a response of 200; everything else counts as a failure, with its name. */
export function probeSteadily(name: string, ask: () => Promise<Response>, pauseMs: number): SteadyProbe {
  const failures: string[] = []
  let asked = 0
  let isOver = false
  const turn = async () => {
    while (!isOver) {
      try {
        const answer = await ask()
        const text = await answer.text()
        if (answer.status !== 200) failures.push(`${name}: ${answer.status} ${text.slice(0, 200)}`)
      } catch (error) {
        failures.push(`${name}: ${String((error as Error).cause ?? error)}`)
      }
      asked += 1
      await delay(pauseMs)
    }
  }
  const ended = turn()
  return {
    async stop() {
      isOver = true
      await ended
      return { asked, failures }
    },
  }
}
