import { expect, it } from 'vitest'
import { outletProgram } from './outlet-program.ts'

it('brings its whole program along, small enough for a Secret', async () => {
  const { entry, files } = await outletProgram()
  expect(files.map(({ path }) => path)).toContain(entry)
  expect(files.every(({ key }) => /^[\w.-]+$/.test(key))).toBe(true)
  expect(files.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThan(500_000)
})
