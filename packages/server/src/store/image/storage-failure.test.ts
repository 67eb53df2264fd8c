import { expect, it } from 'vitest'
import { S3Error } from '../../lib/s3/s3-error.ts'
import { storageFailure } from './storage-failure.ts'

const disk = (code: string, syscall = 'write') => Object.assign(new Error(code), { code, syscall })

it('tells a full storage from one that refuses us and one that does not answer', () => {
  const full = [
    new S3Error('XMinioStorageFull', 507, ''),
    new S3Error('QuotaExceeded', 403, ''),
    disk('ENOSPC'),
    disk('EDQUOT'),
  ]
  const refused = [new S3Error('AccessDenied', 403, ''), new S3Error('NoSuchBucket', 404, ''), disk('EROFS', 'open')]
  const away = [new S3Error('Unreachable', 0, ''), new S3Error('SlowDown', 503, ''), disk('EIO', 'read')]
  expect(full.map(storageFailure)).toEqual(full.map(() => 'full'))
  expect(refused.map(storageFailure)).toEqual(refused.map(() => 'refused'))
  expect(away.map(storageFailure)).toEqual(away.map(() => 'away'))
})

it('takes no other failure for one of the storage: a caller that hung up, a bug', () => {
  for (const error of [disk('ECONNRESET', 'read'), new Error('aborted'), disk('ENOENT', 'open'), undefined, 'text'])
    expect(storageFailure(error)).toBeUndefined()
})
