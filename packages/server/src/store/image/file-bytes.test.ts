import { mkdtempSync, rmSync } from 'node:fs'
import { open, truncate, writeFile } from 'node:fs/promises'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { FileBytes } from './file-bytes.ts'

const MB = 1024 * 1024
const folder = mkdtempSync(join(tmpdir(), 'mkt-bytes-'))
const path = join(folder, 'file')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Sends four megabytes to somebody who reads nothing: its response has no connection yet, as the second of two requests sent at once. */
async function sendUnread() {
  const bytes = new FileBytes(await open(path), { start: 0, end: 4 * MB - 1 })
  return { bytes, response: bytes.pipe(new ServerResponse(new IncomingMessage(new Socket()))) }
}

it('many slow readers together take little memory, and what they had is there for the next one', async () => {
  await writeFile(path, '')
  await truncate(path, 4 * MB)
  const before = process.memoryUsage().arrayBuffers
  const sent = await Promise.all(Array.from({ length: 100 }, sendUnread))
  await expect.poll(() => sent.every(({ response }) => response.writableLength > 0)).toBe(true)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(150 * MB)
  for (const { bytes } of sent) bytes.destroy()
  await expect.poll(() => sent.every(({ bytes }) => bytes.closed)).toBe(true)
  const next = await sendUnread()
  await expect.poll(() => next.response.writableLength).toBeGreaterThanOrEqual(MB)
  next.bytes.destroy()
})

it('a file that is shorter than what is asked of it is an error, not an end', async () => {
  await writeFile(path, 'short')
  await expect(buffer(new FileBytes(await open(path), { start: 0, end: 9 }))).rejects.toThrow('shorter')
  const whole = new FileBytes(await open(path), { start: 0, end: 4 })
  expect((await buffer(whole)).toString()).toBe('short')
})

it('nothing of an empty file comes, and a file that is given up while it is read is closed', async () => {
  await writeFile(path, '')
  const empty = new FileBytes(await open(path), { start: 0, end: -1 })
  expect((await buffer(empty)).length).toBe(0)
  await truncate(path, MB)
  const file = await open(path)
  const bytes = new FileBytes(file, { start: 0, end: MB - 1 })
  bytes.read()
  bytes.destroy()
  await expect.poll(() => bytes.closed).toBe(true)
  expect(file.fd).toBe(-1)
})
