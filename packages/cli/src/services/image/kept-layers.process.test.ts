import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pruneKeptLayers } from './kept-layers.ts'

it('removes kept layers that nobody used for a day, and no others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-layers-'))
  const now = Date.now()
  for (const [name, hours] of [
    ['old', 25],
    ['used', 23],
  ] as const) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'entries.json'), '{}')
    const at = new Date(now - hours * 3600_000)
    utimesSync(join(folder, name, 'entries.json'), at, at)
  }
  pruneKeptLayers(folder, now)
  expect([existsSync(join(folder, 'old')), existsSync(join(folder, 'used'))]).toEqual([false, true])
  rmSync(folder, { recursive: true })
})
