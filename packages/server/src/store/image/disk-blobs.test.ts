import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from 'vitest'
import { blobStorageContract } from '../../testing/blob-storage-contract.ts'
import { diskBlobs } from './disk-blobs.ts'

describe('blobs on disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-blobs-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  blobStorageContract(() => diskBlobs(folder))
})
