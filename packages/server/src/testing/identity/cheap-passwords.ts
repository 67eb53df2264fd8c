import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { vi } from 'vitest'
import type { Guess } from '../../lib/password/derive-key.ts'

// A guess is expensive on purpose (see lib/password/password.ts). Here it costs a sixteenth and no thread: hashes would be much of the time of
// tests that sign people in.
vi.mock('../../lib/password/derive-key.ts', async (load) => {
  const original = await load<typeof import('../../lib/password/derive-key.ts')>()
  const derive = promisify<string, Uint8Array, number, object, Buffer>(scrypt)
  const deriveKey = ({ password, salt, cost, length }: Guess) =>
    derive(password, salt, length, { ...cost, N: Math.max(2, cost.N / 16) })
  return { ...original, deriveKey }
})
