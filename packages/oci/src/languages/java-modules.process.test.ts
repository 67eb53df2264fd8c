import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { javaModules } from './java-modules.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'oci-java-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

it('a jar that holds jars gets every module, because nobody can tell which ones those use', async () => {
  mkdirSync(join(dir, 'BOOT-INF/lib'), { recursive: true })
  writeFileSync(join(dir, 'BOOT-INF/lib/driver.jar'), '')
  const jar = join(dir, 'app.jar')
  execFileSync('jar', ['cf', jar, 'BOOT-INF'], { cwd: dir })
  expect(await javaModules(dir, jar)).toEqual(['java.se', 'jdk.unsupported'])
})
