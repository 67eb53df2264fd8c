import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { systemRandom } from '../random.ts'
import { folderMark } from './folder-mark.ts'

const home = mkdtempSync(join(tmpdir(), 'mkt-mark-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

it('all who begin at the same time read one mark, which stays, and nothing else is left', async () => {
  const folder = join(home, 'folder')
  const marks = await Promise.all(Array.from({ length: 20 }, () => folderMark(folder, systemRandom)))
  expect(new Set(marks).size).toBe(1)
  expect(await folderMark(folder, systemRandom)).toBe(marks[0])
  expect(marks[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(readdirSync(folder)).toEqual(['mark'])
})

it('a mark that a full disk or a killed process left empty is none: two such folders are not the same', async () => {
  const folder = join(home, 'empty')
  mkdirSync(folder)
  writeFileSync(join(folder, 'mark'), '')
  await expect(folderMark(folder, systemRandom)).rejects.toThrow(/mark is damaged/)
})
