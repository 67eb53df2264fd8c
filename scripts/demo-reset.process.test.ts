import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { takeOwnership } from '../packages/server/src/laptop/embedded/owner.ts'
import { bareEnvironment } from '../packages/server/src/testing/run/bare-environment.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'mkt-reset-'))
  mkdirSync(join(dataDir, 'postgres'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

function reset(more: Record<string, string> = {}) {
  const env = { ...bareEnvironment(), MKT_DATA_DIR: dataDir, ...more }
  return spawnSync(process.execPath, [join(import.meta.dirname, 'demo-reset.ts')], { env, encoding: 'utf8' })
}

it('a demo that does not run is removed with everything in it', () => {
  writeFileSync(join(dataDir, 'bootstrap.json'), '{}')
  const { status, stdout } = reset()
  expect([status, stdout]).toEqual([0, `Removed ${dataDir}. The next "npm start" makes a new demo world.\n`])
  expect(existsSync(dataDir)).toBe(false)
})

it('a demo that runs is left alone, and its process named', () => {
  writeFileSync(join(dataDir, 'bootstrap.json'), '{}')
  const disown = takeOwnership(join(dataDir, 'postgres'))
  const { status, stderr } = reset()
  disown()
  expect(status).toBe(1)
  expect(stderr).toContain(`running (process ${process.pid})`)
  expect(existsSync(join(dataDir, 'bootstrap.json'))).toBe(true)
})

it('a folder that holds no demo, and a platform with a database of its own, are never touched', () => {
  expect(reset()).toMatchObject({ status: 1, stderr: expect.stringContaining('nothing to remove') })
  writeFileSync(join(dataDir, 'bootstrap.json'), '{}')
  expect(reset({ DATABASE_URL: 'postgres://db/mkt' })).toMatchObject({ status: 1 })
  expect(existsSync(join(dataDir, 'bootstrap.json'))).toBe(true)
})
