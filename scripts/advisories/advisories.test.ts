import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkAdvisories } from './check-advisories.ts'
import { lockedPackages } from './locked-packages.ts'
import { readSnapshot, type Snapshot, takeSnapshot } from './snapshot.ts'
import { describeSnapshot } from './snapshot-age.ts'

const root = join(import.meta.dirname, '../..')
const committed = readSnapshot(readFileSync(join(root, 'scripts/advisories/snapshot.json'), 'utf8'))
const locked = lockedPackages(readFileSync(join(root, 'package-lock.json'), 'utf8'))

const lock = JSON.stringify({
  packages: {
    '': { version: '0.1.0' },
    'packages/server': { version: '0.1.0' },
    'node_modules/@mkt/server': { link: true },
    'node_modules/ws': { version: '8.0.0' },
    'node_modules/a/node_modules/ws': { version: '7.0.0' },
    'node_modules/b/node_modules/ws': { version: '8.0.0' },
  },
})
const range = { events: [{ introduced: '8.0.0' }, { fixed: '8.17.1' }] }
const advisory = { id: 'GHSA-1', package: 'ws', severity: 'high', summary: 'Crash', ranges: [range] }
const snapshot: Snapshot = { taken: '2026-05-01', advisories: [advisory], exceptions: [] }

it('every version of a package that the lock file installs is compared, our own packages are not', () => {
  expect(lockedPackages(lock)).toEqual([
    { name: 'ws', version: '8.0.0' },
    { name: 'ws', version: '7.0.0' },
  ])
})

it('a locked version that an advisory names is found, with the version that fixes it', () => {
  expect(checkAdvisories(lockedPackages(lock), snapshot)).toEqual([
    { id: 'GHSA-1', severity: 'high', summary: 'Crash', name: 'ws', version: '8.0.0', fixed: ['8.17.1'] },
  ])
  expect(checkAdvisories([{ name: 'ws', version: '8.17.1' }], snapshot)).toEqual([])
})

it('a snapshot tells its age, and how many of the locked packages it knows something about', () => {
  const told = (day: string) => describeSnapshot(snapshot, [{ name: 'ws' }, { name: 'a' }], new Date(day))
  expect(told('2026-05-31')).toBe('snapshot of 2026-05-01, 30 days old: 1 advisories about 1 of 2 locked packages')
  expect(told('2026-07-30')).toContain('90 days old, which is too old for a release')
})

it('an exception says why, and lets its advisory pass', () => {
  const excepted = { ...snapshot, exceptions: [{ id: 'GHSA-1', why: 'We never accept WebSocket connections.' }] }
  expect(checkAdvisories(lockedPackages(lock), excepted)).toEqual([])
  expect(() => readSnapshot(JSON.stringify({ ...excepted, exceptions: [{ id: 'GHSA-1', why: '' }] }))).toThrow()
})

it('a snapshot is made from advisories in the OSV format, for locked packages alone', () => {
  const osv = (id: string, name: string, more: object = {}) =>
    JSON.stringify({
      id,
      modified: '2026-04-01T00:00:00Z',
      summary: 'Crash',
      affected: [{ package: { ecosystem: 'npm', name }, ranges: [{ type: 'SEMVER', ...range }] }],
      database_specific: { severity: 'HIGH' },
      ...more,
    })
  const texts = [
    osv('GHSA-1', 'ws'),
    osv('GHSA-2', 'other'),
    osv('GHSA-3', 'ws', { withdrawn: '2026-04-02T00:00:00Z' }),
    '{',
  ]
  const before = { ...snapshot, exceptions: [{ id: 'GHSA-9', why: 'It went away with its package.' }] }
  expect(takeSnapshot(texts, new Set(['ws']), before, '2026-05-01')).toEqual(snapshot)
})

it('no dependency that we lock has a weakness that the committed snapshot knows', () => {
  expect(committed.advisories.length).toBeGreaterThan(0)
  expect(checkAdvisories(locked, committed)).toEqual([])
  const names = new Set(locked.map(({ name }) => name))
  expect(committed.advisories.filter((one) => !names.has(one.package))).toEqual([])
})
