import { describe, expect, test } from 'vitest'
import { completeLock, type Lock, platformOf } from './complete-lock.ts'

const lock = (packages: Lock['packages']): Lock => ({ lockfileVersion: 3, packages })

describe('the lock file', () => {
  test('gets back the optional packages of other platforms that npm left out', () => {
    const { lock: complete, added } = completeLock(
      lock({
        'node_modules/tool': {
          version: '1.0.0',
          dev: true,
          optionalDependencies: { '@tool/darwin-arm64': '1.0.0', '@tool/linux-x64': '1.0.0' },
        },
        'node_modules/@tool/linux-x64': { version: '1.0.0', optional: true },
      }),
    )
    expect(added).toEqual(['node_modules/@tool/darwin-arm64'])
    expect(complete.packages['node_modules/@tool/darwin-arm64']).toEqual({
      version: '1.0.0',
      cpu: ['arm64'],
      os: ['darwin'],
      dev: true,
      optional: true,
    })
  })

  test('puts a second version of an optional package below the package that asks for it', () => {
    const { added } = completeLock(
      lock({
        'node_modules/a': { version: '1.0.0', optionalDependencies: { 'n-linux-x64': '2.0.0' } },
        'node_modules/n-linux-x64': { version: '1.0.0' },
      }),
    )
    expect(added).toEqual(['node_modules/a/node_modules/n-linux-x64'])
  })

  test('leaves a range alone when a package that may satisfy it is there', () => {
    const packages = {
      'node_modules/a': { version: '1.0.0', optionalDependencies: { fsevents: '~2.3.2' } },
      'node_modules/fsevents': { version: '2.3.3' },
    }
    expect(completeLock(lock(packages)).added).toEqual([])
  })

  test('names no registry host, and keeps the links to workspaces', () => {
    const { lock: complete, stripped } = completeLock(
      lock({
        'node_modules/a': { version: '1.0.0', resolved: 'https://registry.example/a.tgz' },
        'node_modules/@mkt/b': { resolved: 'packages/b', link: true },
      }),
    )
    expect(stripped).toEqual(['node_modules/a'])
    expect(JSON.stringify(complete)).not.toContain('registry.example')
    expect(complete.packages['node_modules/@mkt/b']?.resolved).toBe('packages/b')
  })

  test('changes nothing the second time', () => {
    const first = completeLock(
      lock({ 'packages/s': { version: '1.0.0', optionalDependencies: { 'pg-linux-arm64': '1.0.0-beta.1' } } }),
    )
    expect(completeLock(first.lock)).toEqual({ lock: first.lock, added: [], stripped: [] })
  })

  test('reads system, processor and C library from the name of a package', () => {
    expect(platformOf('@tool/binding-linux-arm64-musl')).toEqual({ cpu: ['arm64'], libc: ['musl'], os: ['linux'] })
    expect(platformOf('@img/sharp-linuxmusl-x64')).toEqual({ cpu: ['x64'], libc: ['musl'], os: ['linux'] })
    expect(platformOf('fsevents')).toEqual({ os: ['darwin'] })
  })
})
