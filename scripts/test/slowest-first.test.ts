import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { slowest, slowestFirst } from './slowest-first.ts'

const root = join(import.meta.dirname, '../..')

test('files that take longest begin first, and the others keep their order', () => {
  const [first = '', second = ''] = slowest.map((file) => join(root, file))
  const files = [join(root, 'b.test.ts'), second, join(root, 'a.test.ts'), first].map((moduleId) => ({ moduleId }))
  expect(slowestFirst(files).map(({ moduleId }) => moduleId)).toEqual([
    first,
    second,
    join(root, 'b.test.ts'),
    join(root, 'a.test.ts'),
  ])
})

test('every file of which it is said that it takes long is there', () => {
  expect(slowest.filter((file) => !existsSync(join(root, file)))).toEqual([])
})
