import { expect, it } from 'vitest'
import type { LedgerCount } from '../../store/route/ledger.ts'
import { testPlatform } from '../../testing/platform/platform.ts'
import { eventually } from '../../testing/run/eventually.ts'
import { recordReads } from './record-reads.ts'

const { platform } = await testPlatform()

const counts = (ids: readonly string[]): LedgerCount[] => {
  const now = platform.clock.now()
  return ids.map((installationId) => ({
    installationId,
    releaseId: 'rel_1',
    hour: now,
    reads: 1,
    firstAt: now,
    lastAt: now,
  }))
}

it('tells of every installation read, many by one change, and of each once', async () => {
  const ids = Array.from({ length: 450 }, (_, index) => `ins_${String(index).padStart(26, '0')}`)
  const told: string[] = []
  const end = platform.changes.subscribe('ledger', (subject) => void told.push(subject))
  // An installation that took a new release within the hour is counted twice.
  await recordReads(platform, [...counts(ids), ...counts(ids.slice(0, 9))])
  await eventually(() => expect(told.flatMap((subject) => subject.split(','))).toHaveLength(450))
  expect(told.flatMap((subject) => subject.split(',')).sort()).toEqual(ids)
  expect(told).toHaveLength(3)
  end()
})

it('tells nobody when nothing was read', async () => {
  const told: string[] = []
  const end = platform.changes.subscribe('ledger', (subject) => void told.push(subject))
  await recordReads(platform, [])
  await recordReads(platform, counts(['ins_last']))
  await eventually(() => expect(told).toEqual(['ins_last']))
  end()
})
