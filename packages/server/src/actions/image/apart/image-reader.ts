import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OciError } from '@mkt/oci'
import { guarded } from '../../../lib/guarded.ts'
import { within } from '../../../lib/schedule/within.ts'
import { childHost } from '../../../lib/thread/child-host.ts'
import type { ThreadHost } from '../../../lib/thread/thread-host.ts'
import {
  type FromProcess,
  type ImageBytes,
  type ImageTask,
  SCRATCH,
  type TaskResult,
  type ToldError,
  type ToProcess,
} from './image-task.ts'
import { serveBlobs } from './serve-blobs.ts'

const LIMITS = { niceness: 10, memoryMb: 1024 }
/** Longer than the largest image that is allowed takes on a busy machine. */
const DEADLINE_MS = 900_000
/** A process that nobody needed for this long ends. */
const IDLE_MS = 30_000

const program = new URL('./image-process.ts', import.meta.url)

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
  scratch: string
}

/** Starts a process that reads images, and another one after that has ended. */
export function createImageReader(idleMs = IDLE_MS): ImageReader {
  let running: Running | undefined
  let resting: NodeJS.Timeout | undefined

  async function start(): Promise<Running> {
    const scratch = await mkdtemp(join(tmpdir(), SCRATCH))
    const host = childHost(program, LIMITS, { TMPDIR: scratch })
    const started = { host, scratch }
    const gone = () => forget(started)
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
      const result = await within(runIn(used.host, image, task), DEADLINE_MS).catch(async (error: unknown) => {
        restLater(used)
        throw error
      })
      if (result !== undefined && !('ended' in result)) {
        restLater(used)
        return result.value as TaskResult[typeof task.kind]
      }
      await end(used)
      if (result === undefined) throw new OciError('limit_exceeded', 'reading the image took too long')
      return undefined
    },
  }
}

type Outcome = { value: unknown } | { ended: true }

/** Gives the process a task and what it asks for. Rejects with what its storage throws, or with what is wrong with the image. */
async function runIn(host: ThreadHost, { digest, blobs }: ImageBytes, task: ImageTask): Promise<Outcome> {
  const served = serveBlobs(blobs)
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
  const post = (message: ToProcess) => host.post(message)
  let fault: { error: unknown } | undefined

  async function hear(message: FromProcess | 'ready'): Promise<void> {
    if (message === 'ready') return
    if (message.kind === 'done') return resolve({ value: message.result })
    if (message.kind === 'failed') return reject(fault?.error ?? errorOf(message.error))
    const { id } = message
    const found = await served.answer(message.ask).then(
      (value) => ({ value }),
      (error: unknown) => {
        fault ??= { error }
      },
    )
    post(found === undefined ? { kind: 'refusal', id } : { kind: 'answer', id, ...found })
  }

  const heard = guarded(reject, hear)
  const ended = guarded(reject, () => resolve({ ended: true }))
  host.on('message', heard)
  host.on('exit', ended)
  host.on('error', ended)
  try {
    post({ kind: 'begin', digest, task })
    return await promise
  } finally {
    host.off('message', heard)
    host.off('exit', ended)
    host.off('error', ended)
    served.close()
  }
}

function errorOf({ message, oci, code }: ToldError): Error {
  return oci === undefined ? Object.assign(new Error(message), { code }) : new OciError(oci, message)
}
