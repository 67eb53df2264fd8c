import { expect, it } from 'vitest'
import { createStartWrites } from './start-writes.ts'

it('what each start writes restarts the application once at most', () => {
  const writes = createStartWrites()
  expect(writes.isEdit('dist', 1)).toBe(true)
  expect(writes.isEdit('dist/deep/main.js', 2)).toBe(false)
  expect(writes.isEdit('src/main.ts', undefined)).toBe(true)
  for (const path of ['dist', 'dist/chunk-9f3.js', 'dist/deep/main.js']) expect(writes.isEdit(path, 3)).toBe(false)
})

it('a file that somebody edits while the application starts still restarts it', () => {
  const writes = createStartWrites()
  writes.isEdit('src/main.ts', undefined)
  for (const start of [1, 2, 3]) expect(writes.isEdit('src/lib/a.ts', start)).toBe(true)
  expect(writes.isEdit('package.json', 1)).toBe(true)
  expect(writes.isEdit('platform-app.json', 2)).toBe(true)
})
