import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { egressContract, killByFile } from '../testing/egress-contract.ts'
import { toolImage } from '../testing/tool-image.ts'
import { createSandboxEngine } from './engine.ts'
import { outletName } from './outlet-names.ts'

const folder = mkdtempSync(join(tmpdir(), 'mkt-egress-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

egressContract('sandbox', {
  names: join(folder, 'names.json'),
  image: toolImage,
  killOutlet: () => killByFile(join(folder, 'engine/run', `${outletName('acme/moody')}.json`)),
  open: (names) => createSandboxEngine({ folder: join(folder, 'engine'), outletIdleMs: 1_000, names }),
})
