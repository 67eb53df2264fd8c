import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { newUserCode, userCodeText } from './user-code.ts'

it('is eight letters without vowels in two groups, and the same however it is typed', () => {
  const code = newUserCode({ bytes: randomBytes })
  expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
  expect(userCodeText(` ${code.toLowerCase().replace('-', ' ')} `)).toBe(userCodeText(code))
})

it('uses every letter equally: bytes that would favour some are dropped', () => {
  const given = [255, 240, 0, 19, 20, 239, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
  expect(newUserCode({ bytes: (count) => Buffer.from(given.splice(0, count)) })).toBe('BZBZ-CDFG')
})
