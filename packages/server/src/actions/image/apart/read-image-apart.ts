import { OciError } from '@mkt/oci'
import { createFairQueue, type FairQueueLimits } from '../../../lib/sharing/fair-queue.ts'
import { createImageReader, type ImageReader } from './image-reader.ts'
import type { ImageBytes, ImageTask, TaskResult } from './image-task.ts'

/**
 * Who reads: a release that is checked, its contents, an instance that starts, or what looks after what requests left behind. None waits for another, and each
 * has as long as the one who waits for it. Contents have a lane of their own because instances wait for them: until then an image counts in full.
 */
const lanes = {
  check: createLane({ running: 2, runningPerParty: 1, waiting: 512, waitingPerParty: 64, waitMs: 60_000 }, 120_000),
  contents: createLane({ running: 2, runningPerParty: 1, waiting: 512, waitingPerParty: 64, waitMs: 60_000 }, 120_000),
  start: createLane({ running: 3, runningPerParty: 2, waiting: 512, waitingPerParty: 512, waitMs: 120_000 }, 900_000),
  care: createLane({ running: 1, waiting: 64, waitingPerParty: 64, waitMs: 900_000 }, 900_000),
}

export type Lane = keyof typeof lanes

/**
 * Reads an image of a party in a process of its own: what strangers packed is unpacked, hashed and parsed there, and not on the event loop. Parties
 * take turns. Throws `OciError` where the image is at fault, `QueueFull` where its turn does not come, and what its storage throws.
 */
export async function readImageApart<Kind extends ImageTask['kind']>(
  lane: Lane,
  party: string,
  image: ImageBytes,
  task: Extract<ImageTask, { kind: Kind }>,
): Promise<TaskResult[Kind]> {
  const { queue, idle } = lanes[lane]
  try {
    return await queue.run(party, () => readNow(idle, image, task))
  } finally {
    await image.blobs.close?.()
  }
}

function createLane(limits: FairQueueLimits, deadlineMs: number) {
  const idle = Array.from({ length: limits.running }, () => createImageReader({ deadlineMs }))
  return { queue: createFairQueue(limits), idle }
}

async function readNow<Kind extends ImageTask['kind']>(
  idle: ImageReader[],
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
