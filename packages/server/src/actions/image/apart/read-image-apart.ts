import { OciError } from '@mkt/oci'
import { createFairQueue } from '../../../lib/sharing/fair-queue.ts'
import { createImageReader, type ImageReader } from './image-reader.ts'
import type { ImageBytes, ImageTask, TaskResult } from './image-task.ts'

const AT_ONCE = 2
/** The publisher waits for the check of its release. */
const WAIT_MS = 60_000
const queue = createFairQueue({
  running: AT_ONCE,
  runningPerParty: 1,
  waiting: 512,
  waitingPerParty: 64,
  waitMs: WAIT_MS,
})
const idle: ImageReader[] = Array.from({ length: AT_ONCE }, () => createImageReader())

/**
 * Reads an image of a party in a process of its own: what strangers packed is unpacked, hashed and parsed there, and not on the event loop. Parties
 * take turns. Throws `OciError` where the image is at fault, `QueueFull` where its turn does not come, and what its storage throws.
 */
export async function readImageApart<Kind extends ImageTask['kind']>(
  party: string,
  image: ImageBytes,
  task: Extract<ImageTask, { kind: Kind }>,
): Promise<TaskResult[Kind]> {
  try {
    return await queue.run(party, () => readNow(image, task))
  } finally {
    await image.blobs.close?.()
  }
}

async function readNow<Kind extends ImageTask['kind']>(
  image: ImageBytes,
  task: Extract<ImageTask, { kind: Kind }>,
): Promise<TaskResult[Kind]> {
  const reader = idle.pop()
  if (reader === undefined) throw new Error('More images at once than there are processes to read them.')
  try {
    // A process that was killed says nothing about the image; one that the image ends is ended by it again.
    const result = (await reader.read(image, task)) ?? (await reader.read(image, task))
    if (result === undefined) throw new OciError('limit_exceeded', 'reading the image takes more memory than allowed')
    return result
  } finally {
    idle.push(reader)
  }
}
