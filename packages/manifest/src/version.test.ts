import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareVersions, nextVersion, parseVersion, raiseVersion } from './version.ts'

const part = fc.integer({ min: 0, max: 999_999_998 })
const version = fc.tuple(part, part, part).map((parts) => parts.join('.'))

it('raising a part sets the later parts to 0 and gives a newer version', () => {
  expect(raiseVersion('1.4.2', 'minor')).toBe('1.5.0')
  expect(raiseVersion('1.4.2', 'major')).toBe('2.0.0')
  expect(raiseVersion('1.4.2', 'patch')).toBe('1.4.3')
  fc.assert(
    fc.property(version, fc.constantFrom('major', 'minor', 'patch' as const), (from, which) => {
      expect(compareVersions(raiseVersion(from, which), from)).toBeGreaterThan(0)
    }),
  )
})

it('compares parts as numbers', () => {
  expect(compareVersions('1.10.0', '1.9.0')).toBeGreaterThan(0)
  expect(compareVersions('1.0.0', '1.0.0')).toBe(0)
})

it('does not raise beyond nine digits', () => {
  expect(parseVersion('999999999.0.0')).toEqual({ major: 999_999_999, minor: 0, patch: 0 })
  expect(() => raiseVersion('999999999.0.0', 'major')).toThrow(RangeError)
})

it('the next version raises the second part, and another one only where that is at its end', () => {
  expect(nextVersion('1.4.2')).toBe('1.5.0')
  expect(nextVersion('1.999999999.2')).toBe('1.999999999.3')
  expect(nextVersion('1.999999999.999999999')).toBe('2.0.0')
  expect(nextVersion('999999999.999999999.999999999')).toBeUndefined()
})
