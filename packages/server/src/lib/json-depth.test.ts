import { expect, test } from 'vitest'
import { isNestedDeeper } from './json-depth.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test('JSON is judged by how deep it is nested, not by how much of it there is', () => {
  expect(isNestedDeeper(nested(100), 100)).toBe(false)
  expect(isNestedDeeper(nested(101), 100)).toBe(true)
  expect(isNestedDeeper(`[${'[],'.repeat(1_000)}{}]`, 2)).toBe(false)
  expect(isNestedDeeper('{"a":'.repeat(101), 100)).toBe(true)
})

test('brackets inside texts do not count, whatever is escaped there', () => {
  expect(isNestedDeeper(JSON.stringify(['[[[[', '\\"[[[[', '\\\\']), 1)).toBe(false)
})
