import { expect, it } from 'vitest'
import { createDerivation } from './derive-key.ts'

it('a password that cannot be derived in time is answered with 503 and when to try again, and the next one has a thread', async () => {
  const derive = createDerivation(10)
  const guess = { password: 'a', salt: Buffer.alloc(16), cost: { N: 16_384, r: 8, p: 3 }, length: 32 }
  for (const _ of ['first', 'next']) {
    const late = derive(guess, 'trusted')
    await expect(late).rejects.toMatchObject({ status: 503, code: 'overloaded', headers: { 'retry-after': '30' } })
  }
})
