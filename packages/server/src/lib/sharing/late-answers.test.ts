import { expect, it } from 'vitest'
import { settableClock } from '../clock.ts'
import { createLateAnswers } from './late-answers.ts'

const clock = settableClock('2030-01-01T00:00:00Z')
const lateAnswers = (held = 10) => createLateAnswers({ max: 2, windowMs: 60_000, lateMs: 1, held }, clock)

it('the first answers of a party in a window are given at once, those after them late; other parties wait for nothing', async () => {
  const late = lateAnswers()
  expect([late.wait('a'), late.wait('a')]).toEqual([undefined, undefined])
  const third = late.wait('a')
  expect(third).toBeInstanceOf(Promise)
  expect(late.wait('b')).toBeUndefined()
  await third
  late.giveBack('a')
  late.giveBack('a')
  expect(late.wait('a')).toBeUndefined()
})

it('a bounded number of answers of a party is held back; the next is told so, and has a place when one was given', async () => {
  const late = lateAnswers(1)
  late.wait('a')
  late.wait('a')
  const held = late.wait('a')
  await expect(late.wait('a')).rejects.toMatchObject({ reason: 'party' })
  await held
  await expect(late.wait('a')).resolves.toBeUndefined()
})
