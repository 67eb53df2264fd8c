import { ConfigError } from '../config/config-error.ts'
import type { Archive } from '../lib/archive/archive.ts'
import { folderArchive } from '../lib/archive/folder-archive.ts'
import { systemClock } from '../lib/clock.ts'
import { systemRandom } from '../lib/random.ts'
import { parseS3Place } from '../lib/s3/blob-places.ts'
import type { S3Storage } from '../store/image/open-blobs.ts'
import type { BackupCommand } from './explain-backup-failure.ts'

export interface ArchiveOrder {
  command: BackupCommand
  place: string
  /** Where a restore also puts files. */
  dataDir?: string
  /** How buckets are reached; asked for those alone. */
  storage: () => S3Storage | Promise<S3Storage>
}

/** Opens a folder or a bucket for the work, and says what went wrong in an operator's words. */
export async function withArchive(order: ArchiveOrder, work: (archive: Archive) => Promise<void>): Promise<void> {
  const archive = await openArchive(order)
  try {
    await work(archive)
  } catch (error) {
    const { explainBackupFailure } = await import('./explain-backup-failure.ts')
    const { command, dataDir } = order
    const said = explainBackupFailure(error, { command, archive: archive.name, dataDir })
    throw said === undefined ? error : new ConfigError(said)
  } finally {
    await archive.close()
  }
}

/** The programs for buckets are loaded for a bucket alone: most files of a log go to a folder. */
async function openArchive({ place, storage }: ArchiveOrder): Promise<Archive> {
  const s3 = parseS3Place(place)
  if (s3 === undefined && place.startsWith('s3:')) throw new ConfigError(`${place} is not like s3://bucket/prefix.`)
  if (s3 === undefined) return folderArchive(place)
  const [{ s3Archive }, { s3ClientOf }] = await Promise.all([
    import('../lib/archive/s3-archive.ts'),
    import('../store/image/open-blobs.ts'),
  ])
  const client = s3ClientOf(s3.bucket, await storage(), { clock: systemClock, random: systemRandom })
  return s3Archive(client, place, s3.prefix)
}
