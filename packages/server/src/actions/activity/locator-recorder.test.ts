import { expect, test } from 'vitest'
import { silentLog } from '../../lib/log.ts'
import type { Pool } from '../../store/database/pool.ts'
import { textsOfArray } from '../../testing/database/texts-of-array.ts'
import { createLocatorRecorder, type LocatedEntry } from './locator-recorder.ts'

/** A database that keeps what it is given; while it is away, it refuses. */
function fakePool() {
  const kept: string[] = []
  const state = { away: false, refused: 0 }
  const query = async ({ values: [, locators] }: { values: [Buffer, Buffer] }) => {
    if (state.away) {
      state.refused += 1
      if (state.refused >= 2) state.away = false
      throw new Error('The database is away.')
    }
    kept.push(...textsOfArray(locators))
    return { rows: [] }
  }
  return { pool: { query } as unknown as Pool, kept, state }
}

const entry = (policyLocator: string, padding = ''): LocatedEntry => ({
  entryId: `evt_${policyLocator}`,
  organizationId: 'org_1',
  installationId: 'ins_1',
  variant: 'connected',
  of: { body: Buffer.from(JSON.stringify({ policyLocator, padding })) },
})

test('locators are written after the entry, whatever a body without any says', async () => {
  const { pool, kept } = fakePool()
  const recorder = createLocatorRecorder(pool, silentLog)
  recorder.note(entry('1'))
  recorder.note({ ...entry('2'), of: { body: Buffer.from('no JSON') } })
  recorder.note({ ...entry('3'), of: { path: '/policy/333' } })
  expect(kept).toEqual([])
  await recorder.drain()
  expect(kept).toEqual(['1', '333'])
  expect(recorder.dropped).toBe(0)
})

test('rows wait for a database that is away', async () => {
  const { pool, kept, state } = fakePool()
  state.away = true
  const recorder = createLocatorRecorder(pool, silentLog, { retryMs: 1 })
  recorder.note(entry('1'))
  await recorder.drain()
  expect(kept).toEqual(['1'])
  expect(state.refused).toBe(2)
})

test('a body that is too large and entries beyond the bounds are dropped and counted', async () => {
  const { pool, kept } = fakePool()
  const recorder = createLocatorRecorder(pool, silentLog, { bodyBytes: 100, waitingBytes: 240 })
  recorder.note(entry('1', 'x'.repeat(200)))
  recorder.note(entry('2', 'x'.repeat(50)))
  recorder.note(entry('3', 'x'.repeat(50)))
  await recorder.drain()
  expect(kept).toEqual(['2'])
  expect(recorder.dropped).toBe(2)
})
