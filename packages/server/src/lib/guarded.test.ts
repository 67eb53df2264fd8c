import { expect, test, vi } from 'vitest'
import { eventually } from '../testing/run/eventually.ts'
import { guarded } from './guarded.ts'

test('what a callback throws goes to its guard, with the arguments it was called with', () => {
  const failed = vi.fn()
  const seen: number[] = []
  const callback = guarded(failed, (value: number) => {
    seen.push(value)
    if (value > 1) throw new Error(`no ${value}`)
  })
  callback(1)
  callback(2)
  expect(seen).toEqual([1, 2])
  expect(failed.mock.calls).toEqual([[new Error('no 2')]])
})

test('what the promise of a callback rejects with goes to its guard', async () => {
  const failed = vi.fn()
  guarded(failed, async () => {
    throw new Error('later')
  })()
  await eventually(() => expect(failed).toHaveBeenCalledWith(new Error('later')))
})
