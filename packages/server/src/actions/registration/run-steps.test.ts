import { expect, it } from 'vitest'
import { runSteps } from './run-steps.ts'

const held = { extend: async () => true }

it('steps end when the time is up; the first one is run in any case, so that every look gets on', async () => {
  const ran: string[] = []
  const steps = ['a', 'b', 'c'].map((words) => ({ words, run: async () => void ran.push(words) }))
  expect(await runSteps(steps, held, () => true)).toEqual({ ended: 'late', ran: 1 })
  expect(ran).toEqual(['a'])
  expect(await runSteps(steps, held, () => ran.length > 2)).toEqual({ ended: 'late', ran: 2 })
  expect(ran).toEqual(['a', 'a', 'b'])
  expect(await runSteps(steps, held, () => false)).toEqual({ ended: 'done', ran: 3 })
})
