import { BlobMissing, type BlobStorage } from './blob-storage.ts'

export interface Layer {
  /** The place as the configuration writes it. */
  name: string
  blobs: BlobStorage
}

/**
 * Several places with one face, for the time in which blobs move from one to another: what is new goes to the place that is written, and
 * everything is read from wherever it is. An upload stays where it began.
 */
export function layeredBlobs(layers: readonly Layer[], written: () => Promise<string>): BlobStorage {
  const [first] = layers
  if (first === undefined) throw new Error('Blobs need at least one place.')

  const target = async () => {
    const name = await written()
    return layers.find((layer) => layer.name === name) ?? first
  }
  async function placeOf(upload: string): Promise<BlobStorage> {
    for (const { blobs } of layers) if ((await blobs.uploaded(upload)) > 0) return blobs
    return (await target()).blobs
  }
  const each = async (work: (blobs: BlobStorage) => Promise<unknown>) => {
    for (const { blobs } of layers) await work(blobs)
  }

  return {
    append: async (upload, offset, source, limit) => {
      const blobs = offset === 0 ? (await target()).blobs : await placeOf(upload)
      return blobs.append(upload, offset, source, limit)
    },
    uploaded: async (upload) => (await placeOf(upload)).uploaded(upload),
    digest: async (upload) => (await placeOf(upload)).digest(upload),
    commit: async (upload, digest) => (await placeOf(upload)).commit(upload, digest),
    fork: async (upload, copy) => (await placeOf(upload)).fork(upload, copy),
    discard: (upload) => each((blobs) => blobs.discard(upload)),
    uploads: async () => (await Promise.all(layers.map(({ blobs }) => blobs.uploads()))).flat(),
    async size(digest) {
      for (const { blobs } of layers) {
        const size = await blobs.size(digest)
        if (size !== undefined) return size
      }
      return undefined
    },
    async open(digest, range) {
      // Twice: between looking at one place and at the other, a blob may have moved.
      for (const { blobs } of [...layers, ...layers]) {
        const found = await blobs.open(digest, range).catch((error: unknown) => {
          if (error instanceof BlobMissing) return undefined
          throw error
        })
        if (found !== undefined) return found
      }
      throw new BlobMissing(digest)
    },
    // At the same time: a removal has to end before the claim of the collector does.
    remove: async (digest) => void (await Promise.all(layers.map(({ blobs }) => blobs.remove(digest)))),
    // Only the last place of a move can be sure to have a blob, and nobody knows which that is.
    address: () => undefined,
    check: () => each((blobs) => blobs.check()),
    close: () => each(async (blobs) => blobs.close()),
  }
}
