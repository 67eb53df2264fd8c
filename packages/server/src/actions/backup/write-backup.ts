import { createGzip } from 'node:zlib'
import { type BackupManifest, blobFile, tableFile } from '../../domain/backup/backup-manifest.ts'
import type { Archive } from '../../lib/archive/archive.ts'
import type { Clock } from '../../lib/clock.ts'
import { version } from '../../lib/process/version.ts'
import { type Snapshot, withSnapshot } from '../../store/backup/snapshot.ts'
import type { PoolAddress } from '../../store/database/pool.ts'
import { BlobMissing, type BlobStorage } from '../../store/image/blob-storage.ts'
import { blobsAfter } from '../../store/image/blobs.ts'
import { secretsByMasterKey } from '../image/verify-storage.ts'

export const MANIFEST = 'manifest.json'
const BATCH = 500

/**
 * Copies everything: the database as of one moment, then the blobs that it names, which never change. The manifest is written last, so a
 * backup that was killed is none.
 */
export async function writeBackup(
  ground: { address: PoolAddress; clock: Clock; blobs: BlobStorage | undefined },
  archive: Archive,
): Promise<BackupManifest> {
  const { address, clock, blobs } = ground
  const { content, digests } = await withSnapshot(address, async (snapshot) => ({
    content: {
      format: 1 as const,
      createdAt: clock.now().toISOString(),
      version,
      migrations: snapshot.migrations,
      tables: await copyTables(snapshot, archive),
      sequences: snapshot.sequences,
      secrets: await secretsByMasterKey(snapshot),
    },
    digests: blobs === undefined ? [] : await blobsOf(snapshot),
  }))
  const manifest: BackupManifest = {
    ...content,
    blobs: blobs === undefined ? null : await copyBlobs(blobs, digests, archive),
  }
  await archive.write(MANIFEST, chunk(Buffer.from(JSON.stringify(manifest, null, 1))))
  return manifest
}

async function copyTables(snapshot: Snapshot, archive: Archive): Promise<BackupManifest['tables']> {
  const tables: BackupManifest['tables'] = []
  for (const table of snapshot.tables) {
    const { stream, rows } = snapshot.copy(table)
    const packed = createGzip({ level: 4 })
    stream.on('error', (error) => packed.destroy(error))
    const written = await archive.write(tableFile(table.name), stream.pipe(packed))
    tables.push({ ...table, rows: await rows(), ...written })
  }
  return tables
}

async function blobsOf({ db }: Pick<Snapshot, 'db'>): Promise<{ digest: string; size: number }[]> {
  const found: { digest: string; size: number }[] = []
  for (;;) {
    const rows = await blobsAfter(db, found.at(-1)?.digest ?? '', BATCH)
    found.push(...rows)
    if (rows.length < BATCH) return found
  }
}

async function copyBlobs(
  blobs: BlobStorage,
  digests: readonly { digest: string; size: number }[],
  archive: Archive,
): Promise<NonNullable<BackupManifest['blobs']>> {
  const found: NonNullable<BackupManifest['blobs']> = { stored: [], missing: [] }
  for (const { digest, size } of digests) {
    const stream = await blobs.open(digest).catch((error: unknown) => {
      if (error instanceof BlobMissing) return undefined
      throw error
    })
    const written = stream && (await archive.write(blobFile(digest), stream))
    if (written !== undefined && `sha256:${written.sha256}` === digest) found.stored.push({ digest, size })
    else found.missing.push(digest)
  }
  return found
}

async function* chunk(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
