import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '../../lib/ids.ts'
import { setWrittenPlace } from '../../store/image/blob-facts.ts'
import { type BlobStorage, hasBytes } from '../../store/image/blob-storage.ts'
import { blobsAfter, isStoredBlob } from '../../store/image/blobs.ts'
import type { Layer } from '../../store/image/layered-blobs.ts'
import { writtenPlaces } from '../../store/image/uploads.ts'
import type { Platform } from '../platform/platform.ts'

const BATCH = 500
/** Until then every process has noticed where new blobs go: each looks once a second, and begins an upload soon after. */
const NOTICED_MS = 3_000
/** How long to wait for the first bytes of an upload, which tell where it ends, and how often to look. */
const SHOWN_MS = 30_000
const LOOK_MS = 500

export interface MovedBlobs {
  copied: number
  /** Blobs that the place had already, with the right bytes. */
  present: number
  removed: number
  /** Blobs that no place has, or whose bytes are not what their digest says. They stay where they are. */
  damaged: string[]
  /** Uploads that began in the former place and are not finished. */
  unfinished: number
}

export interface MoveOptions {
  layers: readonly Layer[]
  to: string
  keep: boolean
  /** Fails where another move may run: of two in opposite directions each would remove what the other relies on. */
  isAlone?: () => Promise<void>
  noticedMs?: number
  shownMs?: number
}

/**
 * Moves blobs to another place while processes read both. New blobs go there from the beginning; then everything is copied and its digest
 * checked; only what has arrived is removed from the former place. Killed anywhere, it goes on when it is run again.
 *
 * An upload that began in the former place may end there behind our back. So uploads are counted when no process begins another one there, and
 * what is new by then is copied afterwards: without uploads, nothing is left behind. A slow one may have begun there and show no bytes yet, so
 * those that are written are waited for until they show some, and count as well where they do not.
 */
export async function moveBlobs(
  platform: Pick<Platform, 'db' | 'clock' | 'random'>,
  { layers, to, keep, isAlone = async () => {}, noticedMs = NOTICED_MS, shownMs = SHOWN_MS }: MoveOptions,
): Promise<MovedBlobs> {
  const target = layers.find(({ name }) => name === to)?.blobs
  if (target === undefined) throw new Error(`${to} is not one of the places.`)
  const sources = layers.filter(({ name }) => name !== to).map(({ blobs }) => blobs)
  await setWrittenPlace(platform.db, to)
  const noticed = delay(noticedMs)
  const moved: MovedBlobs = { copied: 0, present: 0, removed: 0, damaged: [], unfinished: 0 }
  const arrived = new Set<string>()
  const damaged = new Set<string>()
  const bring = () =>
    eachBlob(platform, async ({ digest, size }) => {
      if (arrived.has(digest) || damaged.has(digest)) return
      const there = await target.size(digest)
      if (there === size && (await hasBytes(target, digest))) moved.present += 1
      else if (await copyBlob(platform, { target, sources, digest, size, isWrong: there !== undefined }))
        moved.copied += 1
      else return void damaged.add(digest)
      arrived.add(digest)
    })
  await bring()
  await noticed
  const unfinished = new Set(await undecidedUploads(platform, layers, shownMs))
  for (const source of sources) for (const { upload } of await source.uploads()) unfinished.add(upload)
  moved.unfinished = unfinished.size
  await bring()
  moved.damaged.push(...damaged)
  if (!keep)
    await eachBlob(platform, async ({ digest, size }) => {
      if (!arrived.has(digest) || (await target.size(digest)) !== size) return
      for (const source of sources) {
        if ((await source.size(digest)) === undefined) continue
        await isAlone()
        await source.remove(digest)
        moved.removed += 1
      }
    })
  return moved
}

/** Uploads that are being written and of which no place shows bytes, also after waiting for them. */
async function undecidedUploads(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  layers: readonly Layer[],
  shownMs: number,
): Promise<string[]> {
  const hasShown = async (upload: string) => {
    const sizes = await Promise.all(layers.map(({ blobs }) => blobs.uploaded(upload)))
    return sizes.some((size) => size > 0)
  }
  let left = await writtenPlaces(db, clock.now())
  for (const until = performance.now() + shownMs; ; await delay(LOOK_MS)) {
    const shown = await Promise.all(left.map(hasShown))
    const written = new Set(await writtenPlaces(db, clock.now()))
    left = left.filter((upload, at) => shown[at] === false && written.has(upload))
    if (left.length === 0 || performance.now() >= until) return left
  }
}

async function eachBlob(
  { db }: Pick<Platform, 'db'>,
  work: (blob: { digest: string; size: number }) => Promise<void>,
): Promise<void> {
  let after = ''
  for (;;) {
    const rows = await blobsAfter(db, after, BATCH)
    for (const row of rows) await work(row)
    after = rows.at(-1)?.digest ?? ''
    if (rows.length < BATCH) return
  }
}

/** Copies a blob from the first place whose bytes are right, over one that is wrong; false where none has them. */
async function copyBlob(
  { db, clock, random }: Pick<Platform, 'db' | 'clock' | 'random'>,
  blob: { target: BlobStorage; sources: readonly BlobStorage[]; digest: string; size: number; isWrong: boolean },
): Promise<boolean> {
  const { target, sources, digest, size, isWrong } = blob
  for (const source of sources) {
    if ((await source.size(digest)) !== size) continue
    const upload = newId('upl', clock.now(), random)
    try {
      if (size > 0) await target.append(upload, 0, await source.open(digest), size)
      if ((await target.digest(upload)).digest !== digest) continue
      if (isWrong) await target.remove(digest)
      await target.commit(upload, digest)
    } finally {
      await target.discard(upload)
    }
    // A collector may have removed it meanwhile.
    if (!(await isStoredBlob(db, digest))) await target.remove(digest)
    return true
  }
  return false
}
