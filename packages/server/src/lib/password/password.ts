import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createFairQueue } from '../sharing/fair-queue.ts'
import { deriveKey, type Guess, MOST_AT_ONCE } from './derive-key.ts'

/** Cost of one guess: about 80 ms and 16 MB, five times in a row. The numbers are kept in the hash, so they can grow. */
const COST = { N: 16_384, r: 8, p: 5 }
const LENGTH = 32

/** Throws `QueueFull` where too many wait. */
const queue = createFairQueue({ running: MOST_AT_ONCE, waiting: 128, waitingPerParty: 16, waitMs: 15_000 })

const deriveNow = (password: string, salt: Buffer, cost: Guess['cost']) =>
  deriveKey({ password: password.normalize('NFKC'), salt, cost, length: LENGTH })

/** The text kept instead of a password. `party` is where the request comes from; parties take turns. */
export async function hashPassword(password: string, party: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await queue.run(party, () => deriveNow(password, salt, COST))
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Whether the password belongs to the hash. Without a hash it takes as long and says no. */
export function verifyPassword(password: string, hash: string | null, party: string): Promise<boolean> {
  return inPasswordTurn(party, (verify) => verify(password, hash))
}

/** Does all that belongs to one guess in one turn: a guess that finds the queue full costs nothing else either. */
export function inPasswordTurn<T>(party: string, work: (verify: typeof verifyNow) => Promise<T>): Promise<T> {
  return queue.run(party, () => work(verifyNow))
}

async function verifyNow(password: string, hash: string | null): Promise<boolean> {
  const [kind, N, r, p, salt, key] = (hash ?? '').split('$')
  if (kind !== 'scrypt' || salt === undefined || key === undefined) {
    await deriveNow(password, Buffer.alloc(16), COST)
    return false
  }
  const expected = Buffer.from(key, 'base64url')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  const actual = await deriveNow(password, Buffer.from(salt, 'base64url'), cost)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
