import { BackupRefused } from '../actions/backup/backup-refused.ts'
import { MasterKeyMissing } from '../actions/backup/restore-backup.ts'
import { CredentialsMissing } from '../lib/s3/s3-credentials.ts'
import { S3Error } from '../lib/s3/s3-error.ts'
import { HalfRestored } from '../store/database/half-restored.ts'
import { lossOf } from './verify-platform.ts'

export type BackupCommand = 'backup' | 'restore' | 'drill' | 'verify' | 'log' | 'base backup' | 'base restore'

interface Attempt {
  command: BackupCommand
  /** The archive as the operator named it. */
  archive: string
  /** Where a restore also puts files. */
  dataDir?: string | undefined
}

const FULL = ['ENOSPC', 'EDQUOT', '53100']
const FORBIDDEN = ['EACCES', 'EPERM', 'EROFS']

/** Says in a person's words why a backup, restore, drill or check failed and what to do; undefined where only the error itself can say it. */
export function explainBackupFailure(error: unknown, { command, archive, dataDir }: Attempt): string | undefined {
  const again = command === 'restore' ? ` Then run mkt-admin restore --again ${archive}.` : ''
  if (error instanceof MasterKeyMissing)
    return [
      error.message,
      ...error.secrets.flatMap(lossOf),
      command === 'drill'
        ? 'Give the drill the master key of the backup in MKT_MASTER_KEY: without it a restore loses these.'
        : 'To restore without it and enter again what can be, add --without-key.',
    ].join('\n')
  if (error instanceof BackupRefused || error instanceof HalfRestored) return error.message
  if (error instanceof CredentialsMissing) return `${error.message}${again}`
  if (error instanceof S3Error)
    return `${error.message.replace(/\.?$/, '.')} Check the place, MKT_BLOBS_ENDPOINT and what the credentials may do.${again}`
  const { code = '', path } = error as NodeJS.ErrnoException
  if (FORBIDDEN.includes(code))
    return `This user may not use ${path ?? archive} (${code}). Give the user who runs mkt-admin the right to it.${again}`
  if (!FULL.includes(code)) return undefined
  if (command === 'backup' && code !== '53100')
    return `The disk with ${archive} is full: this is no backup. Free some space, remove it and begin again.`
  if (command === 'restore')
    return `The disk with the data folder ${dataDir} or of the database is full: the restore is not finished, and the backup is as it was. Free some space.${again}`
  if (command === 'log')
    return `The disk is full. Free some space: ${archive} is as it was, and PostgreSQL keeps this file of its log and tries again.`
  if (command === 'base backup')
    return `The disk with ${archive} is full: this base is not kept, older ones are. Free some space and run it again.`
  if (command === 'base restore')
    return 'The disk that the base is put on is full. Free some space, remove the folder and run it again.'
  if (command === 'drill')
    return 'The disk of the database is full: a drill needs room for a second copy of the data. Free some space and run it again.'
  return undefined
}
