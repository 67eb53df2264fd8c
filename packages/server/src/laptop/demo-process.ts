import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { guarded } from '../lib/guarded.ts'
import type { Log } from '../lib/log.ts'
import { type Child, runChild } from './child-process.ts'

const program = fileURLToPath(new URL('../../../../scripts/demo.ts', import.meta.url))

/** Seeds the demo world through the public interface, as a program of its own, and tells when it is done. */
export function startDemoProcess(dataDir: string, log: Log, done: (ok: boolean) => void): Child | undefined {
  if (!existsSync(program)) return undefined
  const child = runChild(program, [], { MKT_DATA_DIR: dataDir })
  child.process.stdout?.on('data', (chunk: Buffer) => process.stdout.write(chunk))
  const failed = (error: unknown) => log.error({ error }, 'the end of the demo could not be told')
  const ended = (code: number | null, signal: NodeJS.Signals | null) => {
    if (code !== 0 && signal === null) log.warn({ code }, 'the demo world is not complete; the next start continues')
    done(code === 0)
  }
  child.process.once('exit', guarded(failed, ended))
  return child
}
