import { expect, it } from 'vitest'
import { jsonDepth } from './json-depth.ts'

it.each([
  ['1', 0],
  ['{}', 1],
  ['[{"a":[1,2]},[]]', 3],
  ['{"a":"[[[[","b":"\\"[[["}', 1],
  ['{"a":"\\\\","b":[1]}', 2],
  [`${'['.repeat(50_000)}`, 50_000],
])('%s', (text, depth) => {
  expect(jsonDepth(Buffer.from(text))).toBe(depth)
})
