import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { librariesOf } from '../build/libraries.ts'
import { vendoredLibraries } from './vendored-libraries.ts'

// A library of every Debian that is linked with another one.
const ssl = '/usr/lib/x86_64-linux-gnu/libssl.so.3'
const crypto = 'libcrypto.so.3'

let target: string
beforeEach(() => {
  target = mkdtempSync(join(tmpdir(), 'oci-vendor-'))
  mkdirSync(join(target, 'pkg'))
})
afterEach(() => rmSync(target, { recursive: true }))

it('libraries of this machine that a compiled module needs go into the image', async () => {
  copyFileSync(ssl, join(target, 'pkg/mod.so'))
  const files = await vendoredLibraries(target, ['pkg/mod.so'], await librariesOf('/bin/true'))
  expect([...files.keys()].map((path) => path.split('/').at(-1))).toContain(crypto)
  expect([...files.keys()].some((path) => path.endsWith('libc.so.6'))).toBe(false)
})

it('a library that is neither here nor in a package is refused by its name', async () => {
  const lacking = readFileSync(ssl, 'latin1').replaceAll(crypto, 'libcrypta.so.3')
  writeFileSync(join(target, 'pkg/mod.so'), lacking, 'latin1')
  const present = await librariesOf('/bin/true')
  await expect(vendoredLibraries(target, ['pkg/mod.so'], present)).rejects.toThrow(
    /pkg\/mod\.so needs libcrypta\.so\.3/,
  )
  // Packages bring libraries in a folder of their own, and load them first.
  mkdirSync(join(target, 'pkg.libs'))
  copyFileSync(ssl, join(target, 'pkg.libs/libcrypta.so.3'))
  const files = await vendoredLibraries(target, ['pkg/mod.so', 'pkg.libs/libcrypta.so.3'], present)
  expect([...files.keys()].some((path) => path.endsWith('libcrypta.so.3'))).toBe(false)
})
