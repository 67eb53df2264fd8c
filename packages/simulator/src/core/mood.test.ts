import { expect, test } from 'vitest'
import { GOOD_MOOD, readMood, treat } from './mood.ts'

test('in a good mood every request is answered', () => {
  expect(treat(GOOD_MOOD, 0).treatment).toBe('answer')
})

test('down cuts every request', () => {
  expect(treat({ ...GOOD_MOOD, down: true }, 0.99).treatment).toBe('cut')
})

test('shares divide requests into failed, carried out but unanswered, and answered', () => {
  const mood = { ...GOOD_MOOD, failShare: 0.2, loseShare: 0.3 }
  expect([0.1, 0.3, 0.6].map((chance) => treat(mood, chance).treatment)).toEqual(['fail', 'lose', 'answer'])
})

test('a system about to die answers the given number of requests and is then down', () => {
  let mood = { ...GOOD_MOOD, dieAfter: 2 }
  const seen = []
  for (let i = 0; i < 4; i++) {
    const { treatment, next } = treat(mood, 0.5)
    seen.push(treatment)
    mood = next as typeof mood
  }
  expect(seen).toEqual(['answer', 'answer', 'cut', 'cut'])
})

test('what a mood leaves out goes back to normal', () => {
  expect(readMood({ latencyMs: 5 })).toEqual({ ...GOOD_MOOD, latencyMs: 5 })
  expect(() => readMood({ failShare: 2 })).toThrow('between 0 and 1')
})
