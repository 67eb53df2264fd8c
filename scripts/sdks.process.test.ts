import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hasProgram } from './test/debian.ts'

const folder = join(import.meta.dirname, '../sdks/python')
// Under CI the suite installs it, so that nothing is passed over there.
const canRun = hasProgram('python3') || process.env.CI === 'true'

describe.skipIf(!canRun)('the SDK for Python', () => {
  it('passes its own tests and the mapping vectors, without a warning', () => {
    const run = ['-W', 'error', '-B', '-m', 'unittest', 'discover', '-s', 'tests', '-t', '.']
    const { status, stderr } = spawnSync('python3', run, { cwd: folder, encoding: 'utf8', timeout: 120_000 })
    expect(status, stderr).toBe(0)
    expect(Number(/Ran (\d+) tests/.exec(stderr)?.[1])).toBeGreaterThan(15)
  })
})
