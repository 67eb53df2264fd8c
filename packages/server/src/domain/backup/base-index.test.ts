import { expect, it } from 'vitest'
import { chooseBase, LOG_FILE, readMoment, recoverySettings } from './base-index.ts'

const base = (id: string, endedAt: string) => ({ id, file: id, startedAt: endedAt, endedAt, bytes: 1, sha256: '' })
const bases = [base('b', '2026-02-01T00:00:00.000Z'), base('a', '2026-01-01T00:00:00.000Z')]

it('a moment is reached from the newest base that had ended before it', () => {
  expect(chooseBase(bases, new Date('2026-01-15T00:00:00Z'))?.id).toBe('a')
  expect(chooseBase(bases, new Date('2026-02-01T00:00:00Z'))?.id).toBe('b')
  expect(chooseBase(bases, undefined)?.id).toBe('b')
  expect(chooseBase(bases, new Date('2025-12-31T00:00:00Z'))).toBeUndefined()
})

it('knows the files of a log, and takes nothing else for one', () => {
  const files = ['000000010000000000000001', '00000002.history', '000000010000000000000001.00000028.backup']
  for (const name of files) expect(LOG_FILE.test(name), name).toBe(true)
  for (const name of ['../x', '00000001', 'base.json', '000000010000000000000001/..'])
    expect(LOG_FILE.test(name)).toBe(false)
})

it('a restored server stops at the moment, archives nothing and is marked as a copy', () => {
  const settings = { restoreCommand: "get '%f'", until: '1970-01-01 00:00:00+00', mark: 'm1' }
  expect(recoverySettings(settings)).toBe(
    "\nrestore_command = 'get ''%f'''\nrecovery_target_time = '1970-01-01 00:00:00+00'\nrecovery_target_action = 'promote'\narchive_mode = 'off'\nmkt.restored = 'm1'\n",
  )
  expect(recoverySettings({ ...settings, until: undefined })).not.toContain('recovery_target_time')
})

it('reads a moment with its time zone to the microsecond, and nothing that could mean two', () => {
  expect(readMoment('2026-11-17T13:45:00.123456Z')).toEqual({
    at: new Date('2026-11-17T13:45:00.123Z'),
    setting: '2026-11-17 13:45:00.123456+00',
  })
  expect(readMoment('2026-11-17 13:45+01')?.at).toEqual(new Date('2026-11-17T12:45:00Z'))
  for (const text of ['2026-11-17T13:45:00', 'yesterday', '2026-13-01T00:00Z', '2026-11-17'])
    expect(readMoment(text), text).toBeUndefined()
})
