import { expect, it } from 'vitest'
import { Secret } from '../secret.ts'
import { presignUrl, sha256, signRequest } from './sign-request.ts'

// The examples of the documentation of Signature Version 4.
const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: Secret.of('wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'),
}
const base = { region: 'us-east-1', credentials, now: new Date('2013-05-24T00:00:00Z') }
const url = (path: string) => new URL(path, 'https://examplebucket.s3.amazonaws.com')

it('signs requests as the documentation of the signature does', () => {
  const get = signRequest({
    ...base,
    method: 'GET',
    url: url('/test.txt'),
    headers: { range: 'bytes=0-9' },
    payloadHash: sha256(''),
  })
  expect(get.authorization).toContain('Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41')
  const put = signRequest({
    ...base,
    method: 'PUT',
    url: url('/test$file.text'),
    headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    payloadHash: sha256('Welcome to Amazon S3.'),
  })
  expect(put.authorization).toContain('Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd')
  const list = signRequest({
    ...base,
    method: 'GET',
    url: url('/?max-keys=2&prefix=J'),
    headers: {},
    payloadHash: sha256(''),
  })
  expect(list.authorization).toContain('Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7')
})

it('signs addresses for somebody else', () => {
  expect(presignUrl({ ...base, method: 'GET', url: url('/test.txt'), seconds: 86_400 })).toContain(
    'X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  )
})
