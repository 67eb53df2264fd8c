import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { OUTLET_FOLDER } from './outlet-order.ts'
import { outletProgram } from './outlet-program.ts'

it('brings its whole program along, small enough for a Secret', async () => {
  const { entry, files } = await outletProgram()
  expect(files.map(({ path }) => path)).toContain(entry)
  expect(files.every(({ key }) => /^[\w.-]+$/.test(key))).toBe(true)
  expect(files.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThan(500_000)
})

it('runs from the files of its volume alone, up to the order that only a pod has', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-volume-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { entry, files } = await outletProgram()
  for (const { path, content } of files) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const { stderr } = spawnSync(process.execPath, [join(folder, entry)], { encoding: 'utf8', timeout: 30_000 })
  expect(stderr).toContain(`ENOENT: no such file or directory, open '${OUTLET_FOLDER}/order'`)
})
