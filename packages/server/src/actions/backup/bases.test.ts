import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { folderArchive } from '../../lib/archive/folder-archive.ts'
import { baseFile, readBases, recordBase } from './bases.ts'

const folder = mkdtempSync(join(tmpdir(), 'mkt-bases-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const base = (id: string, endedAt: string) => ({
  id,
  file: baseFile(id),
  startedAt: endedAt,
  endedAt,
  bytes: 1,
  sha256: 'x',
})

it('base backups that end at once are all kept, the oldest first', async () => {
  const archive = folderArchive(folder)
  expect(await readBases(archive)).toEqual([])
  const bases = ['c', 'a', 'b'].map((id, index) => base(id, `2026-11-17T13:45:0${index}.000Z`))
  await Promise.all(bases.toReversed().map((one) => recordBase(archive, one)))
  expect(await readBases(archive)).toEqual(bases)
})

it('a base whose facts were not written is none', async () => {
  const archive = folderArchive(join(folder, 'other'))
  await archive.write(baseFile('half'), (async function* () {})())
  expect(await readBases(archive)).toEqual([])
})
