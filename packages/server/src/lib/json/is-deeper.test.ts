import { expect, it } from 'vitest'
import { isDeeper } from './is-deeper.ts'

it.each([
  ['1', 0],
  ['{}', 1],
  ['[{"a":[1,2]},[]]', 3],
  ['{"a":"[[[[","b":"\\"[[["}', 1],
  ['{"a":"\\\\","b":[1]}', 2],
  [`${'['.repeat(50_000)}`, 50_000],
])('%s', (text, depth) => {
  const bytes = Buffer.from(text)
  expect(isDeeper(bytes, depth)).toBe(false)
  if (depth > 0) expect(isDeeper(bytes, depth - 1)).toBe(true)
})

it('reads no further than the first level too many', () => {
  const bytes = Buffer.from('['.repeat(10))
  let read = 0
  const counted = new Proxy(bytes, {
    get(target, name) {
      if (name === 'length') return target.length
      read += 1
      return target[Number(name)]
    },
  })
  expect(isDeeper(counted, 3)).toBe(true)
  expect(read).toBe(4)
})
