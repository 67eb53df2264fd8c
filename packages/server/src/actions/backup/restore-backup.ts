import { createGunzip } from 'node:zlib'
import {
  type BackupManifest,
  blobFile,
  lostSecrets,
  schemaProblem,
  tableFile,
} from '../../domain/backup/backup-manifest.ts'
import type { Archive } from '../../lib/archive/archive.ts'
import type { Clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { type Log, silentLog } from '../../lib/log.ts'
import type { Random } from '../../lib/random.ts'
import { beginRestore, endRestore, fillDatabase, groundOf, rowCounts } from '../../store/backup/restoration.ts'
import { createDatabase } from '../../store/database/database.ts'
import { migrate, readMigrations } from '../../store/database/migrate.ts'
import { createPool, type PoolAddress } from '../../store/database/pool.ts'
import { forgetWrittenPlace } from '../../store/image/blob-facts.ts'
import { type BlobStorage, hasBytes } from '../../store/image/blob-storage.ts'
import { forgetBlobFolder } from '../../store/platform/blob-folder.ts'
import { forgetEngineHome } from '../../store/platform/engine-homes.ts'
import { markAsCopy } from '../../store/platform/homes.ts'
import { BackupRefused } from './backup-refused.ts'
import { checkFiles, readManifest } from './check-backup.ts'

export interface RestoreOptions {
  address: PoolAddress
  /** Where blobs go; undefined leaves them out. */
  blobs: BlobStorage | undefined
  /** Ids of the given master keys. */
  masterKeys: readonly string[]
  /** Restore although values cannot be read any more. */
  withoutKey: boolean
  /** Go on with a database in which a restore was begun. */
  again: boolean
  log: Log
  clock: Clock
  random: Random
}

/** Master keys of the backup that were not given. */
export class MasterKeyMissing extends BackupRefused {
  readonly secrets: BackupManifest['secrets']
  constructor(secrets: BackupManifest['secrets']) {
    super('The master key of the backup was not given. Nothing was written.')
    this.secrets = secrets
  }
}

/**
 * Puts a backup into an empty database and the storage of blobs. Everything that can be wrong is looked at before anything is written; what
 * is written begins with a mark, without whose removal at the end no process starts. The platform begins in quarantine.
 */
export async function restoreBackup(archive: Archive, options: RestoreOptions): Promise<BackupManifest> {
  const { address } = options
  const manifest = await readManifest(archive)
  const known = readMigrations()
  const problem = schemaProblem(manifest, known)
  if (problem !== undefined) throw new BackupRefused(problem)
  const lost = lostSecrets(manifest, options.masterKeys)
  if (lost.length > 0 && !options.withoutKey) throw new MasterKeyMissing(lost)
  await refuseGround(address, options.again)
  await checkFiles(archive, manifest)

  await beginRestore(address, archive.name)
  const numbers = new Set(manifest.migrations.map(({ number }) => number))
  const migrations = known.filter(({ number }) => numbers.has(number))
  await migrate(address, options.log, migrations, { restoring: true })
  await fillDatabase(address, {
    tables: manifest.tables,
    sequences: manifest.sequences,
    async open(table) {
      const stream = await archive.read(tableFile(table))
      if (stream === undefined) throw new BackupRefused(`${archive.name} has lost the table ${table}.`)
      const unpacked = createGunzip()
      stream.on('error', (error) => unpacked.destroy(error))
      return stream.pipe(unpacked)
    },
  })
  await compareCounts(address, manifest)
  await settle(address)
  if (options.blobs !== undefined) await restoreBlobs(archive, manifest, { ...options, blobs: options.blobs })
  await endRestore(address)
  return manifest
}

async function refuseGround(address: PoolAddress, again: boolean): Promise<void> {
  const ground = await groundOf(address)
  if (ground === 'used')
    throw new BackupRefused('The database is not empty. Make an empty one and name it in DATABASE_URL.')
  if (ground === 'half-restored' && !again)
    throw new BackupRefused(
      'A restore into this database was begun and not finished. Run restore --again, or use an empty database.',
    )
}

async function compareCounts(address: PoolAddress, manifest: BackupManifest): Promise<void> {
  const counts = await rowCounts(address)
  const other = manifest.tables.filter(({ name, rows }) => counts.get(name) !== rows)
  if (other.length > 0)
    throw new BackupRefused(
      `These tables have other numbers of rows than the backup: ${other.map(({ name }) => name).join(', ')}.`,
    )
}

/** A restored platform is a copy, wherever it stands, and its blobs and applications are where its start says. */
async function settle(address: PoolAddress): Promise<void> {
  const pool = createPool(address, { name: 'mkt-admin restore', max: 1 }, silentLog)
  try {
    const db = createDatabase(pool)
    await markAsCopy(db)
    await forgetWrittenPlace(db)
    await forgetBlobFolder(db)
    await forgetEngineHome(db)
  } finally {
    await pool.end()
  }
}

async function restoreBlobs(
  archive: Archive,
  manifest: BackupManifest,
  { blobs, clock, random }: { blobs: BlobStorage; clock: Clock; random: Random },
): Promise<void> {
  for (const { digest, size } of manifest.blobs?.stored ?? []) {
    const there = await blobs.size(digest)
    if (there === size && (await hasBytes(blobs, digest))) continue
    const upload = newId('upl', clock.now(), random)
    try {
      const stream = await archive.read(blobFile(digest))
      if (stream === undefined) throw new BackupRefused(`${archive.name} has lost the blob ${digest}.`)
      if (size > 0) await blobs.append(upload, 0, stream, size)
      if ((await blobs.digest(upload)).digest !== digest) throw new BackupRefused(`The blob ${digest} is damaged.`)
      if (there !== undefined) await blobs.remove(digest)
      await blobs.commit(upload, digest)
    } finally {
      await blobs.discard(upload)
    }
  }
}
