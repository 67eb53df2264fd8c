import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { folderArchive } from '../../lib/archive/folder-archive.ts'
import { systemRandom } from '../../lib/random.ts'
import { baseFile, recordBase } from './bases.ts'
import { restoreBase } from './point-in-time.ts'

const folder = mkdtempSync(join(tmpdir(), 'mkt-restore-'))
const archive = folderArchive(join(folder, 'archive'))
const options = { until: undefined, restoreCommand: 'false', random: systemRandom }

beforeAll(async () => {
  const bytes = randomBytes(20_000_000)
  async function* chunks() {
    yield bytes
  }
  await archive.write(baseFile('odd'), chunks())
  const at = '2026-11-17T13:45:00.000Z'
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const base = { id: 'odd', file: baseFile('odd'), startedAt: at, endedAt: at, bytes: bytes.length, sha256 }
  await recordBase(archive, base)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('a base that is no archive says what the program that unpacks it says', async () => {
  await expect(restoreBase(archive, { ...options, folder: join(folder, 'refused') })).rejects.toThrow(
    /^The base could not be unpacked: tar: This does not look like a tar archive/,
  )
})

it('the exit code says whether a base was unpacked, also where its program is gone before all was written to it', async () => {
  const programs = join(folder, 'programs')
  mkdirSync(programs)
  writeFileSync(join(programs, 'tar'), '#!/bin/sh\nexec head -c 1000 > /dev/null\n', { mode: 0o755 })
  vi.stubEnv('PATH', `${programs}:${process.env.PATH}`)
  try {
    expect((await restoreBase(archive, { ...options, folder: join(folder, 'restored') })).id).toBe('odd')
  } finally {
    vi.unstubAllEnvs()
  }
})
