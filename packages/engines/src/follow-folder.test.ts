import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { followFolder } from './follow-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'mkt-follow-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('a process that gets no watch because others have them all looks by itself', () => {
  vi.useFakeTimers()
  try {
    const look = vi.fn()
    const tell = () => {
      throw Object.assign(new Error('watch EMFILE'), { code: 'EMFILE' })
    }
    followFolder(folder, look, { everyMs: 100, tell })
    vi.advanceTimersByTime(250)
    expect(look).toHaveBeenCalledTimes(3)
    vi.clearAllTimers()
  } finally {
    vi.useRealTimers()
  }
})
