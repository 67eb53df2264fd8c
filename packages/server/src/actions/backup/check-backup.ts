import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { type BackupManifest, blobFile, parseBackupManifest, tableFile } from '../../domain/backup/backup-manifest.ts'
import type { Archive } from '../../lib/archive/archive.ts'
import { BackupRefused } from './backup-refused.ts'
import { MANIFEST } from './write-backup.ts'

/** The manifest of a finished backup. */
export async function readManifest(archive: Archive): Promise<BackupManifest> {
  const stream = await archive.read(MANIFEST)
  const manifest = stream && parseBackupManifest(await text(stream))
  if (manifest === undefined)
    throw new BackupRefused(
      `${archive.name} holds no finished backup: it has no whole ${MANIFEST}, which is written last. Use another backup.`,
    )
  return manifest
}

/** Reads every file of a backup and compares it with its checksum. */
export async function checkFiles(archive: Archive, manifest: BackupManifest): Promise<void> {
  const files = [
    ...manifest.tables.map(({ name, sha256 }) => ({ file: tableFile(name), sha256 })),
    ...(manifest.blobs?.stored ?? []).map(({ digest }) => ({ file: blobFile(digest), sha256: digest.slice(7) })),
  ]
  const wrong: string[] = []
  for (const { file, sha256 } of files) {
    const stream = await archive.read(file)
    const hash = createHash('sha256')
    for await (const chunk of stream ?? []) hash.update(chunk as Uint8Array)
    if (stream === undefined || hash.digest('hex') !== sha256) wrong.push(file)
  }
  if (wrong.length > 0)
    throw new BackupRefused(
      `${wrong.length} files of ${archive.name} are missing or damaged: ${wrong.slice(0, 10).join(', ')}. Use another backup.`,
    )
}
