import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')

it.skipIf(!existsSync('/usr/bin/systemd-analyze'))('systemd understands every line of the unit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-unit-'))
  try {
    // The one thing that differs from machine to machine is where Node is.
    const unit = readFileSync(join(root, 'deploy/mkt.service'), 'utf8').replace('/usr/bin/node', process.execPath)
    writeFileSync(join(folder, 'mkt.service'), unit)
    const run = spawnSync('systemd-analyze', ['verify', join(folder, 'mkt.service')], { encoding: 'utf8' })
    const complaints = `${run.stdout}${run.stderr}`.split('\n').filter((line) => line.includes('mkt.service'))
    expect([run.status, complaints]).toEqual([0, []])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
