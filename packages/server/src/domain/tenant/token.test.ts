import { describe, expect, it } from 'vitest'
import { mayTry } from './credential.ts'
import { tokenAge } from './token.ts'

const at = (minutes: number) => new Date(minutes * 60_000)

describe('a token', () => {
  const day = { obtainedAt: at(0), expiresAt: at(24 * 60) }

  it('is fresh, then due for renewal for an hour at most, and spent when less than two minutes are left', () => {
    expect(tokenAge(day, at(0))).toBe('fresh')
    expect(tokenAge(day, at(22.9 * 60))).toBe('fresh')
    expect(tokenAge(day, at(23 * 60))).toBe('renew')
    expect(tokenAge(day, at(24 * 60 - 2))).toBe('renew')
    expect(tokenAge(day, at(24 * 60 - 1.9))).toBe('spent')
  })

  it('of a short life is renewed when a tenth of it is left', () => {
    const short = { obtainedAt: at(0), expiresAt: at(20) }
    expect(tokenAge(short, at(15.9))).toBe('fresh')
    expect(tokenAge(short, at(16.1))).toBe('renew')
  })

  it('without an end is always fresh', () => {
    expect(tokenAge({ obtainedAt: at(0), expiresAt: null }, at(1e6))).toBe('fresh')
  })
})

it('refused credentials rest for fifteen minutes', () => {
  expect(mayTry(null, at(0))).toBe(true)
  expect(mayTry(at(0), at(14.9))).toBe(false)
  expect(mayTry(at(0), at(15))).toBe(true)
})
