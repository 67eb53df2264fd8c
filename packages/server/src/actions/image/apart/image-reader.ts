import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { OciError } from '@mkt/oci'
import { guarded } from '../../../lib/guarded.ts'
import { inTime, within } from '../../../lib/schedule/within.ts'
import { childHost } from '../../../lib/thread/child-host.ts'
import type { ThreadHost } from '../../../lib/thread/thread-host.ts'
import { type ImageBytes, type ImageTask, SCRATCH, type TaskResult } from './image-task.ts'
import { runTask } from './run-task.ts'

const NICENESS = 10
const MEMORY_MB = 1024
/** Of the memory that the platform has. */
const MEMORY_SHARE = 1 / 4
/** On a busy machine. */
const START_MS = 60_000
/** A process that nobody needed for this long ends. */
const IDLE_MS = 30_000

const program = new URL('./image-process.ts', import.meta.url)

export interface ReaderLimits {
  /** How long one task may take, when the process is there. */
  deadlineMs: number
  idleMs?: number
}

export interface ImageReader {
  /** Does one task at a time; undefined where the process ended meanwhile. */
  read<Kind extends ImageTask['kind']>(
    image: ImageBytes,
    task: Extract<ImageTask, { kind: Kind }>,
  ): Promise<TaskResult[Kind] | undefined>
}

/** A process that is started when it is needed, and the folder in which it may leave what it needs for a task. */
interface Running {
  host: ThreadHost
  /** Rejects where it never begins to work. */
  ready: Promise<void>
  scratch: string
}

/** Starts a process that reads images, and another one after that has ended. */
export function createImageReader({ deadlineMs, idleMs = IDLE_MS }: ReaderLimits): ImageReader {
  let running: Running | undefined
  let resting: NodeJS.Timeout | undefined

  async function start(): Promise<Running> {
    const scratch = await mkdtemp(join(tmpdir(), SCRATCH))
    const host = childHost(program, { niceness: NICENESS, memoryMb: memoryMb() }, { TMPDIR: scratch })
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
    const started = { host, ready, scratch }
    const gone = (why: unknown) => {
      reject(new Error(`A process that reads images could not be started: ${String(why)}`))
      return forget(started)
    }
    ready.catch(() => {})
    // Its first message says that it is ready.
    host.on('message', guarded(gone, resolve))
    host.on('exit', guarded(gone, gone))
    host.on('error', guarded(gone, gone))
    host.unref()
    running = started
    return started
  }

  async function forget(ended: Running): Promise<void> {
    if (running === ended) running = undefined
    await rm(ended.scratch, { recursive: true, force: true }).catch(() => {})
  }

  async function end(ended: Running): Promise<void> {
    if (running === ended) running = undefined
    await ended.host.end()
    await forget(ended)
  }

  function restLater(used: Running): void {
    const failed = () => forget(used)
    resting = setTimeout(
      guarded(failed, () => end(used)),
      idleMs,
    ).unref()
  }

  return {
    async read(image, task) {
      clearTimeout(resting)
      const used = running ?? (await start())
      await inTime(used.ready, START_MS, () => new Error('A process that reads images does not begin to work.')).catch(
        async (error: unknown) => {
          await end(used)
          throw error
        },
      )
      const result = await within(runTask(used.host, image, task), deadlineMs).catch((error: unknown) => {
        restLater(used)
        throw error
      })
      if (result !== undefined && 'value' in result) {
        restLater(used)
        return result.value as TaskResult[typeof task.kind]
      }
      await end(used)
      if (result === undefined) throw new OciError('limit_exceeded', 'reading the image took too long')
      return undefined
    },
  }
}

function memoryMb(): number {
  const limit = process.constrainedMemory()
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  return Math.min(MEMORY_MB, Math.floor((bytes * MEMORY_SHARE) / 1024 ** 2))
}
