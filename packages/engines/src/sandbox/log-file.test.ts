import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openLog, readLog } from './log-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mkt-log-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const key = Buffer.alloc(32, 7)
const at = new Date('2026-05-01T12:00:00Z')
const line = (text: string) => ({ at, stream: 'stdout' as const, text })

it('what an application wrote does not lie readable on the disk, and the platform reads it on from where it was', async () => {
  const log = openLog(folder, key)
  log.write(line('token=planted-secret'))
  const first = await readLog(folder, undefined, key)
  expect(first.lines).toEqual([line('token=planted-secret')])
  log.write(line('second'))
  log.close()
  expect((await readLog(folder, first.cursor, key)).lines).toEqual([line('second')])
  const stored = readFileSync(join(folder, 'log.0'))
  for (const form of ['utf8', 'base64', 'hex'] as const)
    expect(stored.toString('utf8')).not.toContain(Buffer.from('planted-secret').toString(form).replace(/=+$/, ''))
})

it('lines of an instance that was started before there was a key are read as they are', async () => {
  const log = openLog(folder)
  log.write(line('plain'))
  log.close()
  expect((await readLog(folder, undefined, key)).lines).toEqual([line('plain')])
})

it('a line that was sealed with another key is told, and those after it are read', async () => {
  const log = openLog(folder, Buffer.alloc(32, 8))
  log.write(line('lost'))
  log.close()
  const [told] = (await readLog(folder, undefined, key)).lines
  expect(told?.text).toBe('[a line that was sealed with another key]')
  expect((await readLog(folder, undefined)).lines[0]?.text).toBe('[a line that was sealed with another key]')
})

it('a line that was written in part is told, and those after it are read', async () => {
  const log = openLog(folder)
  appendFileSync(join(folder, 'log.0'), '{"t":1767225600000,"s":"std')
  log.write(line('lost with it'))
  log.write(line('whole'))
  log.close()
  const [told, next] = (await readLog(folder, undefined)).lines
  expect(told?.text).toBe('[a line that was written in part]')
  expect(next).toEqual(line('whole'))
})

it('a writer that takes the place of one that was killed goes on where that one was', async () => {
  const long = 'x'.repeat(16 * 1024)
  const first = openLog(folder, key)
  for (let count = 0; count < 250; count++) first.write(line(long))
  first.close()
  const { cursor } = await readLog(folder, undefined, key)
  const second = openLog(folder, key)
  second.write(line('second'))
  second.close()
  const texts: string[] = []
  for (let at = cursor; ; ) {
    const page = await readLog(folder, at, key)
    if (page.lines.length === 0) break
    texts.push(...page.lines.map(({ text }) => text))
    at = page.cursor
  }
  expect(texts.at(-1)).toBe('second')
})
