import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { appImage, engineContract } from '../testing/index.ts'
import { createSandboxEngine } from './engine.ts'

const folder = await mkdtemp(join(tmpdir(), 'mkt-sandbox-'))

afterAll(() => rm(folder, { recursive: true, force: true }))

engineContract('sandbox', {
  open: () => createSandboxEngine({ folder, outletIdleMs: 3_000 }),
  image: appImage,
  stateHost: '127.0.0.1',
  refusesPrivate: true,
  memoryBytes: 96 * 1024 * 1024,
})
