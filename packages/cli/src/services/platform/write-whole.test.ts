import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { writeWhole } from './write-whole.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

it('a file is there when it is whole; what breaks off leaves the former one', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'whole-'))
  try {
    const file = join(dir, 'prices.csv')
    const write = (text: string, fails: boolean) =>
      writeWhole(file, new PassThrough(), async (piece) => {
        for (const part of text) await piece(bytes(part))
        if (fails) throw new Error('broke off')
      })
    await write('abc', false)
    await expect(write('xy', true)).rejects.toThrow('broke off')
    expect(readFileSync(file, 'utf8')).toBe('abc')
    expect(readdirSync(dir)).toEqual(['prices.csv'])
  } finally {
    rmSync(dir, { recursive: true })
  }
})

it('a write to standard output waits until what was written before is taken, and ends when nobody reads any more', async () => {
  const stdout = new PassThrough({ highWaterMark: 4 })
  let written = 0
  const work = writeWhole(undefined, stdout, async (piece) => {
    for (; written < 3; written += 1) await piece(bytes('12345'))
  })
  await new Promise(setImmediate)
  expect(written).toBe(0)
  stdout.resume()
  await work
  expect(written).toBe(3)

  const closing = new PassThrough({ highWaterMark: 4 })
  const broken = writeWhole(undefined, closing, (piece) => piece(bytes('12345')))
  closing.destroy()
  await expect(broken).rejects.toMatchObject({ code: 'output_closed' })
})
