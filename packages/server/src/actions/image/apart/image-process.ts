// A process that reads images which strangers made: it has a low priority, no storage and nothing of the platform's environment. It does one task at
// a time, asks for the bytes of the image, and ends with the process that started it.
import { rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { basename } from 'node:path'
import { type Image, OciError, openImage, readFile, startOf, unpackImage } from '@mkt/oci'
import { createScanCache, readContents } from '@mkt/oci/sbom'
import { guarded } from '../../../lib/guarded.ts'
import { createAskedBlobs } from './asked-blobs.ts'
import { type FromProcess, type ImageTask, SCRATCH, type TaskResult, type ToProcess } from './image-task.ts'

/** Layers with the runtime are the same in most images of a platform. */
const cache = createScanCache()

const tell = (message: FromProcess | 'ready') => process.send?.(message, undefined, undefined, () => {})
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
      await unpackImage(image, task.directory, task.layers === undefined ? {} : { layers: task.layers })
      return startOf(image)
  }
}

/** The one that started this process ended without removing its folder. */
function leave(): void {
  if (basename(tmpdir()).startsWith(SCRATCH)) rmSync(tmpdir(), { recursive: true, force: true })
}

function fail(error: unknown): void {
  const { message, code } = error instanceof Error ? (error as NodeJS.ErrnoException) : { message: String(error) }
  tell({ kind: 'failed', error: error instanceof OciError ? { message, oci: error.code } : { message, code } })
}

async function hear(message: ToProcess): Promise<void> {
  if (message.kind !== 'begin') return asked.hear(message)
  const image = await openImage({ digest: message.digest, blobs: asked.blobs })
  try {
    tell({ kind: 'done', result: await run(image, message.task) })
  } finally {
    await image.close()
  }
}

setPriority(Number(process.argv[2]))
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
