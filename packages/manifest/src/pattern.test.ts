import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compilePattern } from './pattern.ts'

it('no pattern makes matching slow', () => {
  const nasty = ['^(a+)+$', '(a|a)*b', '(a*)*b', '(.*)(.*)(.*)x', 'a{0,100}a{100}', '([a-z]+)*[0-9]']
  const value = 'a'.repeat(8192)
  const begun = performance.now()
  for (const source of nasty) compilePattern(source)?.matches(value)
  expect(performance.now() - begun).toBeLessThan(5000)
})

it('any text is a pattern or none, and never fails', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), fc.string(), (source, value) => {
      compilePattern(source)?.matches(value)
    }),
    { numRuns: 300 },
  )
})

it('the whole value must match', () => {
  expect(compilePattern('[0-9]+')?.matches('a1')).toBe(false)
  expect(compilePattern('[0-9]+')?.matches('11')).toBe(true)
})
