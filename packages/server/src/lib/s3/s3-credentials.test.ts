import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { Secret } from '../secret.ts'
import { parseBlobPlaces } from './blob-places.ts'
import { s3Credentials } from './s3-credentials.ts'

const folder = mkdtempSync(join(tmpdir(), 'mkt-credentials-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'credentials')
const none = { accessKeyId: undefined, secretAccessKey: undefined, sessionToken: undefined }

it('the environment comes before the file', () => {
  const given = { accessKeyId: 'env', secretAccessKey: Secret.of('x'), sessionToken: undefined }
  expect(s3Credentials({ ...given, file, profile: 'default' })().accessKeyId).toBe('env')
})

it('reads the profile of a file, and reads it again when it changes', () => {
  const read = s3Credentials({ ...none, file, profile: 'mkt' })
  expect(read).toThrow(/AWS_ACCESS_KEY_ID/)
  const write = (id: string, at: number) => {
    writeFileSync(
      file,
      `[default]\naws_access_key_id = other\naws_secret_access_key = s\n[mkt]\naws_access_key_id=${id}\naws_secret_access_key = secret/+=\naws_session_token = t\n`,
    )
    utimesSync(file, at, at)
  }
  write('first', 1_000)
  expect(read()).toMatchObject({ accessKeyId: 'first' })
  expect(read().secretAccessKey.reveal()).toBe('secret/+=')
  expect(read().sessionToken?.reveal()).toBe('t')
  write('second', 2_000)
  expect(read().accessKeyId).toBe('second')
  expect(s3Credentials({ ...none, file, profile: 'absent' })).toThrow(/profile absent/)
})

it('places are folder, a bucket, or both', () => {
  expect(parseBlobPlaces('folder')).toEqual([{ name: 'folder' }])
  expect(parseBlobPlaces('s3://images/a/b/, folder')).toEqual([
    { name: 's3://images/a/b', s3: { bucket: 'images', prefix: 'a/b/' } },
    { name: 'folder' },
  ])
  for (const wrong of ['', 's3://', 's3://A', 'folder,folder', '/tmp', 's3://images/../x', 'folder,s3://aaa,s3://bbb'])
    expect(parseBlobPlaces(wrong), wrong).toBeUndefined()
})
