import { S3Error } from '../../lib/s3/s3-error.ts'

/** What is wrong with the storage of images: it has no room, it refuses us, or it does not answer. */
export type StorageFailure = 'full' | 'refused' | 'away'

/** How the folders of this machine say it. */
const DISK: Readonly<Record<string, StorageFailure>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EACCES: 'refused',
  EPERM: 'refused',
  EROFS: 'refused',
  EIO: 'away',
  ENODEV: 'away',
  ENOTDIR: 'away',
  ESTALE: 'away',
}
/** How object storages say that a disk, a bucket or an account is full; the usual one has no word for it. */
const FULL = /StorageFull|InsufficientStorage|Quota|NoSpace/i

/** Why an error comes from the storage of images; undefined where it does not. */
export function storageFailure(error: unknown): StorageFailure | undefined {
  if (error instanceof S3Error) {
    if (error.status === 507 || FULL.test(error.code)) return 'full'
    return error.isPassing ? 'away' : 'refused'
  }
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException
  return code === undefined || syscall === undefined ? undefined : DISK[code]
}

/** One clause for operators; it names no address and no account. */
export const storageWords: Readonly<Record<StorageFailure, string>> = {
  full: 'has no room left',
  refused: 'refuses the platform',
  away: 'does not answer',
}
