// A process that reads images which strangers made: it has a low priority, no storage and nothing of the platform's environment. It does one task at
// a time, asks for the bytes of the image, and ends with the process that started it.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename } from 'node:path'
import { type Image, OciError, openImage, readFile, startOf, unpackImage } from '@mkt/oci'
import { createScanCache, readContents } from '@mkt/oci/sbom'
import { guarded } from '../../../lib/guarded.ts'
import { giveWay } from '../../../lib/thread/give-way.ts'
import { createAskedBlobs } from './asked-blobs.ts'
import {
  type FromProcess,
  type ImageTask,
  SCRATCH,
  type TaskResult,
  type ToldError,
  type ToProcess,
} from './image-task.ts'

const OOM_SCORE = '/proc/self/oom_score_adj'
/** Layers with the runtime are the same in most images of a platform. */
const cache = createScanCache()

function tell(message: FromProcess | 'ready'): void {
  process.send?.(message, undefined, undefined, () => {})
}
const asked = createAskedBlobs(tell)

async function run(image: Image, task: ImageTask): Promise<TaskResult[ImageTask['kind']]> {
  switch (task.kind) {
    case 'file': {
      const content = await readFile(image, task.path, { maxBytes: task.maxBytes })
      return { platform: image.platform, user: image.config.config?.User ?? '', content }
    }
    case 'contents':
      return readContents(image, { cache, signal: AbortSignal.timeout(task.limitMs) })
    case 'unpack':
      // A process that was killed left a part of it.
      await rm(task.directory, { recursive: true, force: true })
      await unpackImage(image, task.directory, task.layers === undefined ? {} : { layers: task.layers })
      return startOf(image)
  }
}

/** Where memory is short, this process ends before the platform does. Only Linux asks. */
function endFirst(): void {
  if (existsSync(OOM_SCORE)) writeFileSync(OOM_SCORE, '1000')
}

/** The one that started this process ended without removing its folder. */
function leave(): void {
  if (basename(tmpdir()).startsWith(SCRATCH)) rmSync(tmpdir(), { recursive: true, force: true })
}

function told(error: unknown): ToldError {
  if (error instanceof OciError) return { message: error.message, oci: error.code }
  if (!(error instanceof Error)) return { message: String(error) }
  const { message, code, syscall } = error as NodeJS.ErrnoException
  return { message, code, syscall }
}

const fail = (error: unknown) => tell({ kind: 'failed', error: told(error) })

async function hear(message: ToProcess): Promise<void> {
  if (message.kind !== 'begin') return asked.hear(message)
  const image = await openImage({ digest: message.digest, blobs: asked.blobs })
  try {
    tell({ kind: 'done', result: await run(image, message.task) })
  } finally {
    await image.close()
  }
}

giveWay(Number(process.argv[2]))
endFirst()
// The platform ends its work first, then this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
const exit = () => process.exit()
process.once(
  'disconnect',
  guarded(exit, () => {
    leave()
    exit()
  }),
)
process.on('message', guarded(fail, hear))
tell('ready')
