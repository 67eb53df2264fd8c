import { folderMark } from '../../lib/process/folder-mark.ts'
import { BlobsElsewhere } from '../../store/image/open-blobs.ts'
import { recordBlobFolder } from '../../store/platform/blob-folder.ts'
import type { Platform } from '../platform/platform.ts'

/**
 * Refuses a folder of blobs that is not the one of this platform: pushed to one process, an image would be missing at the others. A folder
 * has a mark, which goes with it when it is moved or copied. A copy of a platform in quarantine takes no images, and has a folder of its own.
 */
export async function requireOwnFolder(
  { db, quarantine, random }: Pick<Platform, 'db' | 'quarantine' | 'random'>,
  folder: string,
): Promise<void> {
  if (quarantine.active) return
  const mark = await folderMark(folder, random)
  if ((await recordBlobFolder(db, mark)) !== mark)
    throw new BlobsElsewhere(
      `The image blobs of this platform are in another folder than ${folder}. Every process of the role api needs the same one (a shared disk), or object storage (MKT_BLOBS=s3://bucket/prefix). If that folder is gone, let this one take its place: mkt-admin blobs adopt.`,
    )
}
