import { describe, expect, it } from 'vitest'
import {
  type DatabaseFacts,
  findingLines,
  judgeCertificate,
  judgeClock,
  judgeDatabase,
  judgeDisk,
  judgeEngine,
  judgeMasterKeys,
} from './diagnosis.ts'

const now = new Date('2026-05-01T12:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const database: DatabaseFacts = {
  version: 180_004,
  settings: {
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    max_connections: '100',
    server_encoding: 'UTF8',
  },
  connections: 20,
  tls: true,
  now,
  masterKeys: [],
}
const states = (findings: { check: string; state: string }[]) =>
  findings.filter(({ state }) => state !== 'ok').map(({ check, state }) => `${check} ${state}`)

describe('database', () => {
  it('is well with a current, durable, encrypted server', () => {
    expect(states(judgeDatabase(database, true))).toEqual([])
  })

  it.each([
    [{ version: 140_010 }, ['database version failed']],
    [{ settings: { ...database.settings, fsync: 'off' } }, ['database durability failed']],
    [{ settings: { ...database.settings, server_encoding: 'SQL_ASCII' } }, ['database encoding failed']],
    [{ connections: 90 }, ['database connections warning']],
    [{ tls: false }, ['database encryption warning']],
  ])('%j', (change, expected) => {
    expect(states(judgeDatabase({ ...database, ...change }, true))).toEqual(expected)
  })

  it('needs no encryption on this machine', () => {
    expect(states(judgeDatabase({ ...database, tls: false }, false))).toEqual([])
  })
})

it.each([
  [1, 'ok'],
  [5, 'warning'],
  [60, 'failed'],
])('a clock that is %d s off is %s', (seconds, state) => {
  expect(judgeClock(now, later(seconds)).state).toBe(state)
  expect(judgeClock(later(seconds), now).state).toBe(state)
})

it.each([
  [50, 'ok'],
  [5, 'warning'],
  [1, 'failed'],
])('%d %% of free disk are %s', (free, state) => {
  expect(judgeDisk(free, 100).state).toBe(state)
})

it('names a master key that data keys need and nobody gave', () => {
  expect(judgeMasterKeys(['k1', 'k2'], ['k2', 'k1']).state).toBe('ok')
  expect(judgeMasterKeys(['k1', 'k2'], ['k2'])).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('k1'),
  })
})

it('warns three weeks before a certificate ends', () => {
  expect(judgeCertificate('tls', later(30 * 86_400), now).state).toBe('ok')
  expect(judgeCertificate('tls', later(10 * 86_400), now).state).toBe('warning')
})

describe('engine', () => {
  const whole = { engine: 'docker', missing: [], problems: [], refusal: null }
  it.each([
    [undefined, 'enforce', ['engine warning']],
    [whole, 'enforce', []],
    [whole, 'report', ['egress warning']],
    [{ ...whole, egress: 'there is no pasta' }, 'enforce', ['egress failed']],
    [{ ...whole, missing: [{ reason: 'no memory limit' }] }, 'enforce', ['engine isolation warning']],
    [{ ...whole, refusal: 'It cannot isolate.' }, 'enforce', ['engine isolation failed']],
    [{ ...whole, problems: ['Containers cannot reach it.'] }, 'enforce', ['engine failed']],
  ] as const)('%j with %s', (fact, mode, expected) => {
    expect(states(judgeEngine(fact, mode))).toEqual(expected)
  })
})

it('says what to do below everything that is not well, the worst last', () => {
  const lines = findingLines([judgeDisk(1, 100), judgeClock(now, now)])
  expect(lines).toEqual([
    '✓ clock: This machine and the database differ by 0.0 s.',
    expect.stringMatching(/^✗ disk: /),
    expect.stringMatching(/^ {4}Enlarge the disk/),
  ])
})
