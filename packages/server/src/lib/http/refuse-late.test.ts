import { expect, it, vi } from 'vitest'
import { settableClock } from '../clock.ts'
import { createLateAnswers } from '../sharing/late-answers.ts'
import { refuseLate } from './refuse-late.ts'

it('refusals are immediate, then delayed, and over the limit of delayed ones the connection is closed', async () => {
  const clock = settableClock('2030-01-01T00:00:00Z')
  const late = createLateAnswers({ max: 1, windowMs: 60_000, lateMs: 1, held: 1 }, clock)
  const asked = () => {
    const exchange = { destroy: vi.fn<() => void>(), answer: vi.fn<() => void>() }
    refuseLate(late, 'a', exchange, exchange.answer)
    return exchange
  }
  const prompt = asked()
  expect(prompt.answer).toHaveBeenCalledOnce()
  const [held, beyond] = [asked(), asked()]
  expect(held.answer).not.toHaveBeenCalled()
  await expect.poll(() => beyond.destroy.mock.calls.length).toBe(1)
  await expect.poll(() => held.answer.mock.calls.length).toBe(1)
  expect([beyond.answer.mock.calls, held.destroy.mock.calls, prompt.destroy.mock.calls]).toEqual([[], [], []])
})
