import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compilePattern, matchesPattern } from './pattern.ts'
import { patternSteps } from './pattern-steps.ts'

it('no pattern makes matching slow', () => {
  const nasty = ['^(a+)+$', '(a|a)*b', '(a*)*b', '(.*)(.*)(.*)x', 'a{0,100}a{100}', '([a-z]+)*[0-9]', '(a?){150}a{150}']
  const value = 'a'.repeat(8192)
  // Computing of this thread, which does not depend on what else the machine does.
  const begun = process.threadCpuUsage()
  for (const source of nasty) matchesPattern(source, value)
  expect(process.threadCpuUsage(begun).user / 1000).toBeLessThan(5000)
})

it('a pattern that repeats too much is refused: its time grows with its repetitions', () => {
  for (const source of ['(a?){500}a{500}', '(a|b|c|d|e|f){1,1000}z', '((a{10}){10}){10}']) {
    expect(compilePattern(source)).toBe('too-complex')
  }
  for (const source of ['[A-Za-z0-9]{1,255}', '[^@\\s]+@[^@\\s]+', '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}']) {
    expect(compilePattern(source)).toBeTypeOf('object')
  }
})

it('a pattern that repeats far too much is refused without being compiled', () => {
  const begun = process.threadCpuUsage()
  for (let time = 0; time < 1_000; time += 1)
    for (const source of [
      'a{1000}'.repeat(28),
      '((((abcdefghij){10}){10}){10}){10}',
      '[^]a]{1000}\\p{L}{1000,}(x|\\){999}){4}',
      `\\Q[\\E${'a{1000}'.repeat(26)}]`,
    ])
      expect(compilePattern(source)).toBe('too-complex')
  expect(process.threadCpuUsage(begun).user / 1000).toBeLessThan(2000)
})

it('how much a pattern repeats is told without compiling it', () => {
  expect(patternSteps('(ab{2,3}){10}')).toBe(40)
  expect(patternSteps('[a{9}]{2}\\x{10FFFF}{3}{,5}a{0}')).toBe(2 + 3 + 4 + 1)
  expect(patternSteps('(a|b)*c+?(((')).toBe(3)
  expect(patternSteps('\\Qa[(\\E{4}b\\Qrest')).toBe(3 + 3 + 1 + 4)
})

it('any text is a pattern or none, and never fails', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), fc.string(), (source, value) => {
      matchesPattern(source, value)
    }),
    { numRuns: 300 },
  )
})

it('the whole value must match', () => {
  expect(matchesPattern('[0-9]+', 'a1')).toBe(false)
  expect(matchesPattern('[0-9]+', '11')).toBe(true)
})
