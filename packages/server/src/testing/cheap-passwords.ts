import type { ScryptOptions } from 'node:crypto'
import { vi } from 'vitest'

// A guess is expensive on purpose (see lib/password.ts). Here it costs a sixteenth: hashes would be much of the time of tests that sign people in.
vi.mock('node:crypto', async (load) => {
  const crypto = await load<typeof import('node:crypto')>()
  const scrypt = (
    password: string,
    salt: Buffer,
    length: number,
    { N = 16_384, ...cost }: ScryptOptions,
    done: (error: Error | null, key: Buffer) => void,
  ) => crypto.scrypt(password, salt, length, { N: N / 16, ...cost }, done)
  return { ...crypto, scrypt }
})
