import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { followFolder } from './follow-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'mkt-follow-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('looks at once and every second, whatever happens in the folder', () => {
  vi.useFakeTimers()
  try {
    const look = vi.fn()
    followFolder(folder, look)
    expect(look).toHaveBeenCalledTimes(1)
    writeFileSync(join(folder, 'rules.json'), '[]')
    vi.advanceTimersByTime(999)
    expect(look).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(2_001)
    expect(look).toHaveBeenCalledTimes(4)
    vi.clearAllTimers()
  } finally {
    vi.useRealTimers()
  }
})
