import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { keptDocs } from './kept-docs.ts'

it('what takes long of the documentation is made once, while the event loop goes on', async () => {
  let turns = 0
  let isMade = false
  const both = Promise.all([keptDocs('reference', '1.0.0'), keptDocs('reference', '1.0.0')]).finally(() => {
    isMade = true
  })
  while (!isMade) {
    turns += 1
    await turn()
  }
  const [first, second] = await both
  expect(first).toContain('id="createListing"')
  expect(second).toBe(first)
  expect(turns).toBeGreaterThan(10)
  expect(await keptDocs('reference', '1.0.0')).toBe(first)
})

it('the thread is restarted for later requests', async () => {
  expect(JSON.parse(await keptDocs('operations', '1.0.0'))).toHaveProperty('createListing')
  expect((await keptDocs('sections', '1.0.0')).length).toBeGreaterThan(100)
})
