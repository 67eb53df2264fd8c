import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bootstrap } from '../../packages/server/src/laptop/bootstrap.ts'
import { freePorts } from '../../packages/server/src/testing/platform/laptop.ts'
import { fewHelpers, resolveOnce } from '../../scripts/run/launch.mjs'
import { type Program, startProgram } from './program.ts'

export interface RunningPlatform extends Program {
  dataDir: string
  bootstrap: Bootstrap
  secondsToReady: number
}

const main = join(import.meta.dirname, '../../packages/server/src/main.ts')

export function freshDataDir(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'mkt-bench-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** The platform as `npm start -- --empty` runs it, on free ports and in a folder of its own. */
export async function startPlatform(dataDir: string, env: Record<string, string> = {}): Promise<RunningPlatform> {
  const began = performance.now()
  const program = await startProgram(main, {
    args: ['--empty'],
    nodeArgs: [...fewHelpers(), ...resolveOnce],
    env: { ...freePorts, MKT_DATA_DIR: dataDir, MKT_LOG_LEVEL: 'warn', ...env },
    ready: /MKT ready/,
  })
  const secondsToReady = (performance.now() - began) / 1000
  const bootstrap = JSON.parse(readFileSync(join(dataDir, 'bootstrap.json'), 'utf8')) as Bootstrap
  return { ...program, dataDir, bootstrap, secondsToReady }
}
