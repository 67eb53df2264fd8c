import type { Clock } from '../../lib/clock.ts'
import type { Random } from '../../lib/random.ts'
import type { BlobPlace } from '../../lib/s3/blob-places.ts'
import { S3Client } from '../../lib/s3/s3-client.ts'
import { type CredentialSources, s3Credentials } from '../../lib/s3/s3-credentials.ts'
import type { Db } from '../database/database.ts'
import { writtenPlace } from './blob-facts.ts'
import type { BlobStorage } from './blob-storage.ts'
import { diskBlobs } from './disk-blobs.ts'
import { type Layer, layeredBlobs } from './layered-blobs.ts'
import { s3Blobs } from './s3-blobs.ts'

export interface S3Storage {
  region: string
  endpoint: string
  pathStyle: boolean
  redirect: { seconds: number; endpoint: string } | undefined
  credentials: CredentialSources
}

export interface BlobConfig {
  folder: string
  places: readonly BlobPlace[]
  storage: S3Storage
}

/** What requests are signed and retried with. */
interface Ground {
  clock: Clock
  random: Random
}

/** How long a process goes on with what it knows about the place that is written. */
const KNOWN_MS = 1_000

/** The configured place of blobs is not the one that they were moved to. */
export class BlobsElsewhere extends Error {
  override name = 'BlobsElsewhere'
}

export function s3ClientOf(bucket: string, storage: S3Storage, { clock, random }: Ground): S3Client {
  const { region, endpoint, pathStyle } = storage
  const credentials = s3Credentials(storage.credentials)
  return new S3Client({ bucket, region, endpoint, pathStyle, credentials, clock, random })
}

/** Every configured place by itself. */
export function openLayers({ folder, places, storage }: BlobConfig, ground: Ground): Layer[] {
  return places.map(({ name, s3 }) => ({
    name,
    blobs:
      s3 === undefined
        ? diskBlobs(folder)
        : s3Blobs(s3ClientOf(s3.bucket, storage, ground), {
            prefix: s3.prefix,
            redirect: storage.redirect,
            random: ground.random,
          }),
  }))
}

/** The storage of blobs as configured. Refuses where they were moved to a place that is not configured. */
export async function openBlobs(config: BlobConfig, { db, ...ground }: Ground & { db: Db }): Promise<BlobStorage> {
  const moved = await writtenPlace(db)
  const [first, ...others] = openLayers(config, ground)
  if (first === undefined) throw new Error('Blobs need a place.')
  if (moved !== undefined && ![first, ...others].some(({ name }) => name === moved))
    throw new BlobsElsewhere(
      `The image blobs of this platform were moved to ${moved}. Set MKT_BLOBS=${moved}, or move them with mkt-admin blobs move.`,
    )
  if (others.length === 0) return first.blobs
  let known = { name: moved ?? first.name, at: performance.now() }
  const written = async () => {
    if (performance.now() - known.at > KNOWN_MS)
      known = { name: (await writtenPlace(db)) ?? first.name, at: performance.now() }
    return known.name
  }
  return layeredBlobs([first, ...others], written)
}
