import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { whileClaimed } from './hold-claim.ts'
import { writeRecord } from './instance-folder.ts'
import { observeFolder } from './observe-folder.ts'

let folder = ''
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2030-01-01T00:00:00Z') })
  folder = mkdtempSync(join(tmpdir(), 'mkt-claim-'))
  const at = new Date().toISOString()
  writeRecord(folder, 'claim', { instanceId: 'inst_1', deploymentId: 'dep_1', image: 'sha256:1', at })
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true, force: true })
})

const status = () => observeFolder(folder, new Date())?.status

it('an instance whose image takes minutes to unpack is starting all the time', async () => {
  const image = Promise.withResolvers<string>()
  const work = whileClaimed(folder, image.promise)
  for (let minute = 0; minute < 5; minute += 1) {
    await vi.advanceTimersByTimeAsync(60_000)
    expect(status()).toBe('starting')
  }
  image.resolve('there')
  expect(await work).toBe('there')
  await vi.advanceTimersByTimeAsync(61_000)
  expect(status()).toBe('stopped')
})

it('one that is forgotten meanwhile does not come back', async () => {
  const image = Promise.withResolvers<never>()
  const work = whileClaimed(folder, image.promise)
  rmSync(folder, { recursive: true })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(status()).toBeUndefined()
  image.reject(new Error('gone'))
  await expect(work).rejects.toThrow('gone')
})
