import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { removeLostDrafts } from './layer-store.ts'

it('what a process that was killed had unpacked of a layer is removed, and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'oci-layers-'))
  const { pid: ended } = spawnSync(process.execPath, ['--version'])
  const kept = [`.draft-${process.pid}-a`, '.draft-abcdef', 'layer']
  for (const name of [...kept, `.draft-${ended}-b`]) mkdirSync(join(folder, name, 'root'), { recursive: true })
  await removeLostDrafts(folder)
  expect(readdirSync(folder).sort()).toEqual(kept.sort())
  await removeLostDrafts(join(folder, 'missing'))
  rmSync(folder, { recursive: true })
})
