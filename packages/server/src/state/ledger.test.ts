import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { systemClock } from '../lib/clock.ts'
import { silentLog } from '../lib/log.ts'
import type { LedgerCount } from '../store/route/ledger.ts'
import { createLedger } from './ledger.ts'

const HOUR = 3_600_000
const start = 1_000 * HOUR
beforeEach(() => {
  vi.useFakeTimers({ now: start })
})
afterEach(() => {
  vi.useRealTimers()
})

function made() {
  const written: LedgerCount[][] = []
  const trouble = { next: 0 }
  const ledger = createLedger(
    async (counts) => {
      if (trouble.next > 0) {
        trouble.next -= 1
        throw new Error('away')
      }
      written.push([...counts])
    },
    { clock: systemClock, log: silentLog },
  )
  const read = (installationId: string, at: number) => ledger.count(ledger.bucket(installationId, 'rel', at), at)
  const sums = () => {
    const sum: Record<string, number> = {}
    for (const { installationId, reads } of written.flat()) sum[installationId] = (sum[installationId] ?? 0) + reads
    return sum
  }
  return { ledger, written, trouble, read, sums }
}

it('reads of one installation, release and hour are one row, with the first and the last of them', async () => {
  const { ledger, written, read } = made()
  for (const at of [start + 5, start + 7, start + 9]) read('ins_a', at)
  read('ins_a', start + HOUR)
  await ledger.flush()
  expect(written.flat()).toEqual([
    {
      installationId: 'ins_a',
      releaseId: 'rel',
      hour: new Date(start),
      reads: 3,
      firstAt: new Date(start + 5),
      lastAt: new Date(start + 9),
    },
    expect.objectContaining({ hour: new Date(start + HOUR), reads: 1 }),
  ])
})

it('only what was read since the last writing is written', async () => {
  const { ledger, written, read } = made()
  for (let index = 0; index < 20; index += 1) read(`ins_${index}`, start)
  await ledger.flush()
  read('ins_3', start + 1)
  await ledger.flush()
  await ledger.flush()
  expect(written.map((rows) => rows.length)).toEqual([20, 1])
})

it('what could not be written is kept with its first time and written later, whatever was read meanwhile', async () => {
  const { ledger, written, trouble, read, sums } = made()
  for (let index = 0; index < 12_000; index += 1) read(`ins_${index}`, start + 1)
  trouble.next = 2
  await ledger.flush()
  read('ins_0', start + 50)
  read('ins_11999', start + 50)
  await ledger.flush()
  expect(written).toEqual([])
  await ledger.flush()
  expect(sums()).toMatchObject({ ins_0: 2, ins_1: 1, ins_11999: 2 })
  expect(Object.keys(sums())).toHaveLength(12_000)
  const [first] = written.flat().filter((row) => row.installationId === 'ins_0')
  expect(first).toMatchObject({ firstAt: new Date(start + 1), lastAt: new Date(start + 50) })
})

it('a bucket of a former hour goes once it is written, and a new hour begins a new one', async () => {
  const { ledger, read, sums } = made()
  const before = ledger.bucket('ins_a', 'rel', start)
  read('ins_a', start)
  await ledger.flush()
  expect(ledger.bucket('ins_a', 'rel', start)).toBe(before)
  vi.setSystemTime(start + HOUR)
  await ledger.flush()
  expect(ledger.bucket('ins_a', 'rel', start)).not.toBe(before)
  read('ins_a', start + HOUR)
  await ledger.stop()
  expect(sums()).toEqual({ ins_a: 2 })
})
