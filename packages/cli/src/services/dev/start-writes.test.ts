import { expect, it } from 'vitest'
import { createStartWrites } from './start-writes.ts'

it('what each start writes restarts the application once at most', () => {
  const writes = createStartWrites()
  expect(writes.restartFor(['dist/main.js'], 1)).toEqual(['dist/main.js'])
  expect(writes.restartFor(['dist/main.js'], 2)).toEqual([])
  expect(writes.restartFor(['src/main.ts'], undefined)).toEqual(['src/main.ts'])
  expect(writes.restartFor(['dist/main.js', 'dist/chunk-9f3.js'], 3)).toEqual([])
})

it('a file that somebody edits while the application starts still restarts it', () => {
  const writes = createStartWrites()
  writes.restartFor(['src/main.ts'], undefined)
  expect(writes.restartFor(['src/main.ts'], 1)).toEqual(['src/main.ts'])
  expect(writes.restartFor(['src/main.ts', 'dist/main.js'], 2)).toEqual(['src/main.ts', 'dist/main.js'])
  expect(writes.restartFor(['src/main.ts', 'dist/main.js'], 3)).toEqual(['src/main.ts'])
})
