import type { Descriptor, Image, TransferOptions, TransferProgress } from './model.ts'

/**
 * Moves every blob of an image (layers and config, each digest once), several at a time, and reports progress. The first
 * failure stops what has not begun.
 */
export async function transferBlobs(
  image: Image,
  options: TransferOptions,
  move: (
    descriptor: Descriptor,
    progress: (bytes: number) => void,
    signal?: AbortSignal,
  ) => Promise<'done' | 'skipped'>,
): Promise<{ done: string[]; skipped: string[] }> {
  const blobs = [...new Map([...image.layers, image.manifest.config].map((blob) => [blob.digest, blob])).values()]
  const totalSize = blobs.reduce((sum, blob) => sum + blob.size, 0)
  let totalTransferred = 0
  const result = { done: [] as string[], skipped: [] as string[] }
  const report = (event: TransferProgress['event'], blob: Descriptor, transferred: number) =>
    options.onProgress?.({ event, digest: blob.digest, transferred, size: blob.size, totalTransferred, totalSize })

  const moveOne = async (blob: Descriptor) => {
    let transferred = 0
    report('started', blob, 0)
    const outcome = await move(
      blob,
      (bytes) => {
        transferred += bytes
        totalTransferred += bytes
        report('bytes', blob, transferred)
      },
      options.signal,
    )
    totalTransferred += blob.size - transferred
    result[outcome].push(blob.digest)
    report(outcome, blob, blob.size)
  }

  let failed = false
  const queue = [...blobs]
  const worker = async () => {
    for (let blob = queue.shift(); blob && !failed; blob = queue.shift()) {
      options.signal?.throwIfAborted()
      await moveOne(blob).catch((error: unknown) => {
        failed = true
        throw error
      })
    }
  }
  const outcomes = await Promise.allSettled(Array.from({ length: options.concurrency ?? 3 }, worker))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  return result
}
