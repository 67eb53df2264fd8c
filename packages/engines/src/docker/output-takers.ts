import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type Docker from 'dockerode'
import type { LogPage } from '../log-line.ts'
import { readRecord } from '../sandbox/instance-folder.ts'
import { awaitLine, letGo, spawnTaker } from '../sandbox/launch.ts'
import { readLog } from '../sandbox/log-file.ts'
import { isAlive, signal } from '../sandbox/process-identity.ts'
import { within } from '../within.ts'
import { type DaemonPlace, type OutputOrder, TAKEN, TAKING } from './output-order.ts'
import { containerName } from './plan.ts'

/** Takes the output of containers, so that no daemon keeps it readable on a disk. */
export interface OutputTakers {
  /** Resolves when the output is taken: before the container starts, so that no line is missed. */
  ensure(instanceId: string): Promise<void>
  /** Takes the output of a running container again where its taker was killed. */
  keep(instanceId: string): Promise<void>
  /** With `ended` it waits for the last lines first. */
  read(instanceId: string, cursor: string | undefined, ended: boolean): Promise<LogPage>
  forget(instanceId: string): Promise<void>
}

export interface OutputTakerOptions {
  folder: string
  program: string
  daemon: DaemonPlace
  outputKey?: Buffer | undefined
}

/** How long a taker may need to begin. */
const TAKE_MS = 30_000
const LAST_LINES_MS = 5_000

/** Where a taker reaches the daemon; null where that needs TLS: then the daemon keeps the output itself. */
export function daemonPlace(docker: Docker): DaemonPlace | null {
  const { socketPath, host, port, protocol } = docker.modem as unknown as Record<string, string | number | undefined>
  if (typeof socketPath === 'string') return { socketPath }
  if (protocol !== 'http' || typeof host !== 'string') return null
  return { host, port: Number(port) }
}

export function createOutputTakers(options: OutputTakerOptions): OutputTakers {
  const { program, daemon, outputKey } = options
  const folderOf = (instanceId: string) => join(options.folder, instanceId)
  const running = new Map<string, Promise<void>>()
  const isTaken = (instanceId: string) => {
    const taker = readRecord(folderOf(instanceId), 'taker')
    return taker !== null && isAlive(taker)
  }

  async function take(instanceId: string, late: boolean): Promise<void> {
    const folder = folderOf(instanceId)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const key = outputKey?.toString('base64') ?? null
    const order: OutputOrder = { daemon, container: containerName(instanceId), folder, outputKey: key, late }
    const child = spawnTaker(program, folder)
    try {
      child.stdin?.on('error', () => {})
      child.stdin?.write(`${JSON.stringify(order)}\n`)
      // A daemon that takes the call and says nothing must not hold up who looks at the instance.
      await within(TAKE_MS, Promise.race([awaitLine(child, TAKING), awaitLine(child, TAKEN)]))
      for (const end = Date.now() + TAKE_MS; !isTaken(instanceId); await pause(20))
        if (Date.now() > end) throw new Error('nobody takes it')
    } catch (error) {
      child.kill('SIGKILL')
      throw new Error(`its output cannot be taken: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      letGo(child)
    }
  }

  /** One at a time for each instance. */
  function once(instanceId: string, late: boolean): Promise<void> {
    const under = running.get(instanceId) ?? take(instanceId, late).finally(() => void running.delete(instanceId))
    running.set(instanceId, under)
    return under
  }

  return {
    ensure: (instanceId) => (isTaken(instanceId) ? Promise.resolve() : once(instanceId, false)),
    async keep(instanceId) {
      // The application goes on without; the next look tries again.
      if (!isTaken(instanceId)) await once(instanceId, true).catch(() => {})
    },
    async read(instanceId, cursor, ended) {
      const folder = folderOf(instanceId)
      if (!existsSync(folder)) return { lines: [], cursor: cursor ?? '' }
      for (const end = Date.now() + LAST_LINES_MS; ended && isTaken(instanceId) && Date.now() < end; ) await pause(10)
      return readLog(folder, cursor, outputKey)
    },
    async forget(instanceId) {
      // One that is just being started would write its folder again.
      await running.get(instanceId)?.catch(() => {})
      const taker = readRecord(folderOf(instanceId), 'taker')
      if (taker !== null) signal(taker, 'SIGKILL')
      await rm(folderOf(instanceId), { recursive: true, force: true })
    },
  }
}
