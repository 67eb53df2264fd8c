import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { appImage, engineContract } from '../testing/index.ts'
import { createSandboxEngine } from './engine.ts'
import { findTool } from './tools.ts'
import { UPLINKS, type UplinkName } from './uplink-plan.ts'

const home = await mkdtemp(join(tmpdir(), 'mkt-sandbox-'))

afterAll(() => rm(home, { recursive: true, force: true }))

function contract(name: string, uplinks: readonly UplinkName[]): void {
  engineContract(name, {
    open: () => createSandboxEngine({ folder: join(home, uplinks.join('')), outletIdleMs: 3_000, uplinks }),
    image: appImage,
    stateHost: '127.0.0.1',
    refusesPrivate: true,
    memoryBytes: 96 * 1024 * 1024,
  })
}

const installed = UPLINKS.filter((uplink) => findTool(uplink) !== null)
if (installed.length === 0) contract('sandbox', [])
for (const uplink of installed) contract(`sandbox (${uplink})`, [uplink])
