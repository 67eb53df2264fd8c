import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hasProgram } from '../test/debian.ts'

const folder = resolve(import.meta.dirname, '../../deploy/alerts')
const promtool = (...args: string[]) => spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' })

// Names of metrics are checked without it; where Prometheus cannot be had, only its own reading of the rules is left out.
describe.runIf(hasProgram('promtool'))('Prometheus', () => {
  it('accepts the rules', () => {
    const { status, stdout, stderr } = promtool('check', 'rules', 'mkt.rules.yaml')
    expect(status, stderr + stdout).toBe(0)
  })

  it('fires the right alerts in simulated outages, and none while all is well', () => {
    const { status, stdout, stderr } = promtool('test', 'rules', 'mkt.rules.test.yaml')
    expect(status, stderr + stdout).toBe(0)
  })
})
