import { cpSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { forgetBlobFolder } from '../../store/platform/blob-folder.ts'
import { testPlatform } from '../../testing/platform/platform.ts'
import { atEnd } from '../../testing/run/at-end.ts'
import { requireOwnFolder } from './require-own-folder.ts'

const { platform } = await testPlatform()
const folder = mkdtempSync(join(tmpdir(), 'mkt-marks-'))
atEnd(() => rm(folder, { recursive: true, force: true }))
const [one, other, moved] = ['one', 'other', 'moved'].map((name) => join(folder, name)) as [string, string, string]

it('of processes that begin together with folders of their own, one is let through and says which folder counts', async () => {
  const starts = await Promise.allSettled([one, other].map((each) => requireOwnFolder(platform, each)))
  expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const [kept, refused] = starts[0]?.status === 'fulfilled' ? [one, other] : [other, one]
  await Promise.all([1, 2, 3].map(() => requireOwnFolder(platform, kept)))
  await expect(requireOwnFolder(platform, refused)).rejects.toThrow(
    /another folder than .*shared disk.*s3:\/\/.*mkt-admin blobs adopt/,
  )
  cpSync(kept, moved, { recursive: true })
  await requireOwnFolder(platform, moved)
})

it('a copy in quarantine has a folder of its own', async () => {
  await requireOwnFolder({ ...platform, quarantine: { ...platform.quarantine, active: true } }, join(folder, 'copy'))
})

it('another folder takes its place when the operator says that the former one is gone', async () => {
  await forgetBlobFolder(platform.db)
  await requireOwnFolder(platform, join(folder, 'new'))
  await expect(requireOwnFolder(platform, moved)).rejects.toThrow(/another folder/)
})
