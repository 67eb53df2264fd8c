import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { appImage, engineContract } from '../testing/index.ts'
import { findCgroupHost } from './cgroup.ts'
import { createSandboxEngine } from './engine.ts'
import { readRecord } from './instance-folder.ts'
import { GROUP } from './plan.ts'
import { findTool } from './tools.ts'
import { UPLINKS, type UplinkName } from './uplink-plan.ts'

const home = await mkdtemp(join(tmpdir(), 'mkt-sandbox-'))

afterAll(() => rm(home, { recursive: true, force: true }))

const cgroups = findCgroupHost(GROUP, { delegated: false })
const weighs =
  cgroups.version === 1
    ? cgroups.controllers.cpu !== undefined
    : cgroups.version === 2 && cgroups.controllers.includes('cpu')

/** Idle is less than any weight. */
async function weightIn(folder: string, instanceId: string): Promise<number> {
  const record = readRecord(join(folder, 'instances', instanceId), 'instance')
  const read = (name: string) =>
    (record?.cgroups ?? [])
      .map((path) => join(path, name))
      .filter((path) => existsSync(path))
      .map((path) => Number(readFileSync(path, 'utf8')))[0]
  return read('cpu.idle') === 1 ? 0 : (read('cpu.shares') ?? read('cpu.weight') ?? Number.NaN)
}

function contract(name: string, uplinks: readonly UplinkName[]): void {
  const folder = join(home, uplinks.join(''))
  engineContract(name, {
    open: () => createSandboxEngine({ folder, outletIdleMs: 3_000, uplinks }),
    image: appImage,
    stateHost: '127.0.0.1',
    refusesPrivate: true,
    filtersCalls: true,
    ...(weighs ? { weightOf: (instanceId) => weightIn(folder, instanceId) } : {}),
    memoryBytes: 96 * 1024 * 1024,
  })
}

const installed = UPLINKS.filter((uplink) => findTool(uplink) !== null)
if (installed.length === 0) contract('sandbox', [])
for (const uplink of installed) contract(`sandbox (${uplink})`, [uplink])
