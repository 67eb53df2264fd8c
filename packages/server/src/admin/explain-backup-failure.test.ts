import { describe, expect, it } from 'vitest'
import { MasterKeyMissing } from '../actions/backup/restore-backup.ts'
import { CredentialsMissing } from '../lib/s3/s3-credentials.ts'
import { S3Error } from '../lib/s3/s3-error.ts'
import { type BackupCommand, explainBackupFailure } from './explain-backup-failure.ts'

const explain = (error: unknown, command: BackupCommand) =>
  explainBackupFailure(error, { command, archive: '/backups/monday', dataDir: '/var/lib/mkt' })
const coded = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more })

describe('a full disk', () => {
  it('makes a backup useless, and only then it says to remove the archive', () => {
    expect(explain(coded('ENOSPC'), 'backup')).toMatch(/disk with \/backups\/monday is full.*remove it/)
    for (const command of ['restore', 'drill'] as const)
      for (const code of ['ENOSPC', 'EDQUOT', '53100']) expect(explain(coded(code), command)).not.toMatch(/remove/)
  })

  it('leaves a restore to be gone on with, and names the data folder', () => {
    const said = explain(coded('EDQUOT'), 'restore')
    expect(said).toMatch(/\/var\/lib\/mkt.*the backup is as it was.*restore --again \/backups\/monday/)
  })
})

it('a full disk never makes an operator remove the log and its bases', () => {
  for (const command of ['log', 'base backup'] as const) {
    expect(explain(coded('ENOSPC'), command)).toMatch(/Free some space/)
    expect(explain(coded('ENOSPC'), command)).not.toMatch(/remove/)
  }
  expect(explain(coded('ENOSPC'), 'base restore')).toMatch(/remove the folder and run it again/)
})

it('a forbidden file is named', () => {
  expect(explain(coded('EACCES', { path: '/backups/monday/manifest.json' }), 'verify')).toMatch(
    /may not use \/backups\/monday\/manifest\.json/,
  )
})

it('a storage that refuses or lacks credentials is quoted, and a restore told how to go on', () => {
  const refused = new S3Error('AccessDenied', 403, 'The object storage refused a put request with 403 AccessDenied')
  expect(explain(refused, 'backup')).toMatch(/403 AccessDenied\. Check the place/)
  expect(explain(refused, 'restore')).toMatch(/restore --again/)
  expect(explain(new CredentialsMissing('There are no credentials.'), 'backup')).toBe('There are no credentials.')
})

it('only a restore can do without the master key; a drill asks for it', () => {
  const missing = new MasterKeyMissing([])
  expect(explain(missing, 'restore')).toMatch(/--without-key/)
  expect(explain(missing, 'drill')).not.toMatch(/--without-key/)
  expect(explain(missing, 'drill')).toMatch(/MKT_MASTER_KEY/)
})

it('what nobody foresaw is left as it is', () => {
  expect(explain(new Error('strange'), 'restore')).toBeUndefined()
})
