import { expect, it } from 'vitest'
import { mapInSlices } from './map-in-slices.ts'

it('other work runs between two slices, and items keep their order', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const texts = Array.from({ length: 40 }, (_, at) => String(at).padStart(100))
  const slice = { sizeOf: (text: string) => text.length, most: 400 }
  const mapped = await mapInSlices(texts, slice, (text) => `${text.trim()}!`)
  isOver = true
  expect(mapped).toEqual(texts.map((text) => `${text.trim()}!`))
  expect(turns).toBeGreaterThanOrEqual(9)
})
