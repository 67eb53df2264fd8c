import { expect, it } from 'vitest'
import { settableClock } from '../clock.ts'
import { createStrangers } from './strangers.ts'

const clock = settableClock('2030-01-01T00:00:00Z')
const right = async () => 'somebody'
const wrong = async () => undefined

/** Begins look-ups that go on until they are let go. */
function slowLookUps() {
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>()
  let begun = 0
  const lookUp = async () => {
    begun += 1
    await gate
    return undefined
  }
  return { lookUp, letGo, begun: () => begun }
}

it('credentials of a party over its limit of invalid ones are looked up a few at a time, and other parties do not wait', async () => {
  const strangers = createStrangers({ wrong: 3, lateMs: 0 }, clock)
  for (const shown of ['a', 'b', 'c']) expect(await strangers.look('evil', shown, wrong)).toBeUndefined()
  const { lookUp, letGo, begun } = slowLookUps()
  const invented = Array.from({ length: 40 }, (_, at) => strangers.look('evil', `invented ${at}`, lookUp))
  await expect.poll(begun).toBe(2)
  expect(await strangers.look('honest', 'd', right)).toBe('somebody')
  expect(begun()).toBe(2)
  letGo()
  await Promise.all(invented)
  expect(begun()).toBe(40)
})

it('what was right once is looked up at once, whatever others behind the same address show', async () => {
  const strangers = createStrangers({ wrong: 1, lateMs: 0 }, clock)
  expect(await strangers.look('office', 'mine', right)).toBe('somebody')
  await strangers.look('office', 'invented', wrong)
  const { lookUp, letGo, begun } = slowLookUps()
  const invented = Array.from({ length: 10 }, (_, at) => strangers.look('office', `invented ${at}`, lookUp))
  await expect.poll(begun).toBe(2)
  expect(await strangers.look('office', 'mine', right)).toBe('somebody')
  letGo()
  await Promise.all(invented)
})

it('somebody who shows something right for the first time has a turn behind a spent address, and costs it nothing', async () => {
  const strangers = createStrangers({ wrong: 1, lateMs: 0 }, clock)
  await strangers.look('office', 'invented', wrong)
  const shown = Array.from({ length: 20 }, (_, at) => strangers.look('office', `invented ${at}`, wrong))
  expect(await strangers.look('office', 'new', right)).toBe('somebody')
  await Promise.all(shown)
})

it('what was right and is no more is a stranger again', async () => {
  const strangers = createStrangers({ wrong: 1, lateMs: 0 }, clock)
  await strangers.look('office', 'mine', right)
  expect(await strangers.look('office', 'mine', wrong)).toBeUndefined()
  await strangers.look('office', 'invented', wrong)
  const { lookUp, letGo, begun } = slowLookUps()
  const looks = ['x', 'y', 'mine'].map((one) => strangers.look('office', one, lookUp))
  await expect.poll(begun).toBe(2)
  letGo()
  await Promise.all(looks)
})

it('of a party that shows wrong ones without end a bounded number waits; the others are refused', async () => {
  const strangers = createStrangers({ wrong: 0, lateMs: 0 }, clock)
  const { lookUp, letGo, begun } = slowLookUps()
  const looks = Promise.allSettled(
    Array.from({ length: 80 }, (_, at) => strangers.look('evil', `invented ${at}`, lookUp)),
  )
  await expect.poll(begun).toBe(2)
  letGo()
  const refused = (await looks).filter(({ status }) => status === 'rejected')
  expect([begun(), refused.length]).toEqual([66, 14])
})

it('what can be right once only is not remembered', async () => {
  const strangers = createStrangers({ wrong: 10 }, clock)
  const heard: boolean[] = []
  const lookUp = async (isKnown: boolean) => heard.push(isKnown)
  await strangers.look('party', 'step', lookUp, true)
  await strangers.look('party', 'step', lookUp)
  await strangers.look('party', 'step', lookUp)
  expect(heard).toEqual([false, false, true])
})

it('what could not be looked up is not counted as wrong', async () => {
  const strangers = createStrangers({ wrong: 3, lateMs: 0 }, clock)
  const away = async () => {
    throw new Error('the database is away')
  }
  for (let at = 0; at < 10; at += 1) await expect(strangers.look('office', `new ${at}`, away)).rejects.toThrow('away')
  const { lookUp, letGo, begun } = slowLookUps()
  const looks = ['x', 'y', 'z'].map((shown) => strangers.look('office', shown, lookUp))
  // All at once: nothing of this address waits for a turn.
  await expect.poll(begun).toBe(3)
  letGo()
  await Promise.all(looks)
})
