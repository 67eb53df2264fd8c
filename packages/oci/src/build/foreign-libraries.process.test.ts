import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ownArchitecture } from './architecture.ts'
import { isFor, linkingOf } from './elf.ts'
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

it('a module finds libraries where it says that they are, beside it', async () => {
  mkdirSync(join(dir, 'pkg/build'), { recursive: true })
  mkdirSync(join(dir, 'pkg/lib'))
  writeFileSync(join(dir, 'pkg/build/mod.node'), elf(['libown.so.1', 'libnone.so'], '$ORIGIN/../lib:/nowhere'))
  writeFileSync(join(dir, 'pkg/lib/libown.so.1'), elf([], ''))
  expect(await foreignLibraries(join(dir, 'pkg/build/mod.node'), [])).toEqual({
    found: [join(dir, 'pkg/lib/libown.so.1')],
    missing: ['libnone.so'],
  })
})

/** A library that is linked with others and names folders for them: its tables alone, which lie where they are loaded. */
function elf(needed: readonly string[], folders: string): Buffer {
  const [start, entry] = [64 + 2 * 56, 16]
  const strings = ['', ...needed, folders]
  const offsets = strings.map((_, index) => strings.slice(0, index).join('\0').length + (index > 0 ? 1 : 0))
  const at = start + (needed.length + 2) * entry
  const tags = [...needed.map((_, index) => [1, offsets[index + 1]]), [29, offsets.at(-1)], [5, at]]
  const text = Buffer.from(`${strings.join('\0')}\0`)
  const bytes = Buffer.alloc(at)
  bytes.write('\x7fELF\x02', 'latin1')
  bytes.writeUInt16LE(0x3e, 18)
  bytes.writeBigUInt64LE(64n, 32)
  bytes.writeUInt16LE(56, 54)
  bytes.writeUInt16LE(2, 56)
  const segments = [
    { type: 1, offset: 0, size: at + text.length },
    { type: 2, offset: start, size: tags.length * entry },
  ]
  for (const [index, { type, offset, size }] of segments.entries()) {
    bytes.writeUInt32LE(type, 64 + index * 56)
    bytes.writeBigUInt64LE(BigInt(offset), 64 + index * 56 + 8)
    bytes.writeBigUInt64LE(BigInt(offset), 64 + index * 56 + 16)
    bytes.writeBigUInt64LE(BigInt(size), 64 + index * 56 + 32)
  }
  for (const [index, [tag = 0, value = 0]] of tags.entries()) {
    bytes.writeBigUInt64LE(BigInt(tag), start + index * entry)
    bytes.writeBigUInt64LE(BigInt(value), start + index * entry + 8)
  }
  return Buffer.concat([bytes, text])
}

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
    expect(await linkingOf(join(dir, name)), name).toEqual({ needed: [], folders: [] })
    if (name !== 'cut') expect(await isFor(join(dir, name), own), name).toBe(false)
  }
})
