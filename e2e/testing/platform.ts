import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bootstrap } from '../../packages/server/src/laptop/bootstrap.ts'
import { demoDone, keptPorts, startLaptop } from '../../packages/server/src/testing/platform/laptop.ts'
import { buildConsole } from '../../scripts/run/console.mjs'
import { root } from './root.ts'

export interface RunningPlatform extends Bootstrap {
  dataDir: string
  /** Everything the platform has printed so far. */
  output(): string
  /** Lets the simulated policy system emit an event. */
  emit(type: string, data: object): Promise<void>
  /** Ends the platform without forgetting anything; `back` starts it again at the same addresses. */
  away(): Promise<void>
  back(): Promise<void>
  stop(): Promise<void>
}

/** A platform of its own as on a laptop, with the console: real processes, free ports; without a demo only accounts and simulator. */
export async function startPlatform({
  demo = false,
  env = {},
}: {
  demo?: boolean
  env?: Record<string, string>
} = {}): Promise<RunningPlatform> {
  if (!buildConsole(root, process.execPath)) throw new Error('The console does not build.')
  const dataDir = mkdtempSync(join(tmpdir(), 'mkt-journey-'))
  const start = { ...(await keptPorts()), ...env }
  let laptop = await startLaptop(dataDir, start, { demo })
  let before = ''
  if (demo) await demoDone(laptop)
  const { bootstrap } = laptop
  const { connected } = bootstrap.simulator
  return {
    ...bootstrap,
    dataDir,
    output: () => before + laptop.output(),
    async emit(type, data) {
      const answer = await fetch(`${connected.apiUrl}/_sim/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ tenant: connected.hostName, type, data }),
      })
      if (answer.status !== 202) throw new Error(`The simulator answered ${answer.status}.`)
    },
    async away() {
      await laptop.end('SIGTERM')
    },
    async back() {
      before += laptop.output()
      laptop = await startLaptop(dataDir, start, { demo })
    },
    async stop() {
      await laptop.end('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
