import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ownArchitecture } from './architecture.ts'
import { isFor, neededLibraries } from './elf.ts'
import { foreignLibraries } from './foreign-libraries.ts'
import { linkedLibraries } from './libraries.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'oci-foreign-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const names = (paths: readonly string[]) => paths.map((path) => basename(path)).sort()

it('what a program needs is read from the file as the loader of its own machine finds it', async () => {
  const { found } = await linkedLibraries(process.execPath)
  const folders = [...new Set(found.map((path) => dirname(path)))]
  const read = await foreignLibraries(process.execPath, folders)
  expect(read.missing).toEqual([])
  const linker = /^ld-linux/
  expect(names(read.found).filter((name) => !linker.test(name))).toEqual(
    names(found).filter((name) => !linker.test(name)),
  )
})

it('libraries that the machine lacks for an architecture are named', async () => {
  const { found } = await linkedLibraries(process.execPath)
  mkdirSync(join(dir, 'lib'))
  const libc = found.find((path) => basename(path).startsWith('libc.so')) ?? ''
  copyFileSync(realpathSync(libc), join(dir, 'lib', basename(libc)))
  const { found: there, missing } = await foreignLibraries(process.execPath, [join(dir, 'lib')])
  expect(names(there)).toEqual([basename(libc)])
  expect(missing).toContain('libm.so.6')
})

it('programs of another architecture, broken ones and other files are told apart', async () => {
  const own = ownArchitecture() ?? 'amd64'
  const other = own === 'amd64' ? 'arm64' : 'amd64'
  expect([await isFor(process.execPath, own), await isFor(process.execPath, other)]).toEqual([true, false])
  const bytes = readFileSync(process.execPath).subarray(0, 4096)
  bytes.writeUInt16LE(other === 'arm64' ? 0xb7 : 0x3e, 18)
  writeFileSync(join(dir, 'foreign'), bytes)
  expect([await isFor(join(dir, 'foreign'), own), await isFor(join(dir, 'foreign'), other)]).toEqual([false, true])
  // Its tables lie behind its end.
  writeFileSync(join(dir, 'cut'), bytes.subarray(0, 40))
  writeFileSync(join(dir, 'text'), 'x'.repeat(200))
  writeFileSync(join(dir, 'empty'), '')
  for (const name of ['cut', 'text', 'empty']) {
    expect(await neededLibraries(join(dir, name)), name).toEqual([])
    if (name !== 'cut') expect(await isFor(join(dir, name), own), name).toBe(false)
  }
})
