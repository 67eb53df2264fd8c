import { expect, test } from 'vitest'
import { decideHealthNotice } from './health-notice.ts'
import type { InstallationHealth } from './installation-health.ts'

const now = new Date('2026-03-01T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const failing = (code: InstallationHealth['code'], minutes: number): InstallationHealth => ({
  state: 'failing',
  code,
  cause: 'All 9 calls fail.',
  since: ago(minutes),
  remedy: 'See the calls.',
})
const well: InstallationHealth = { state: 'healthy', code: null, cause: null, since: null, remedy: null }

test('failing health is told when it lasts three minutes, once', () => {
  expect(decideHealthNotice(failing('calls_failing', 2), undefined, now)).toBeUndefined()
  expect(decideHealthNotice(failing('calls_failing', 3), undefined, now)).toBe('tell')
  expect(
    decideHealthNotice(failing('calls_failing', 300), { code: 'calls_failing', at: ago(200) }, now),
  ).toBeUndefined()
})

test('what has a notification of its own is not told again', () => {
  for (const code of ['error', 'credentials_refused', 'deliveries_paused'] as const)
    expect(decideHealthNotice(failing(code, 30), undefined, now)).toBeUndefined()
})

test('health that comes and goes, or changes its cause, is told once an hour', () => {
  const other = (minutes: number) => ({ code: 'containers_down', at: ago(minutes) })
  expect(decideHealthNotice(failing('calls_failing', 5), other(59), now)).toBeUndefined()
  expect(decideHealthNotice(failing('calls_failing', 5), other(60), now)).toBe('tell')
  const same = { code: 'calls_failing', at: ago(61) }
  expect(decideHealthNotice(failing('calls_failing', 62), same, now)).toBeUndefined()
  expect(decideHealthNotice(failing('calls_failing', 20), same, now)).toBe('tell')
  expect(decideHealthNotice(well, other(59), now)).toBeUndefined()
  expect(decideHealthNotice(well, other(60), now)).toBe('forget')
  expect(decideHealthNotice(well, undefined, now)).toBeUndefined()
})
