import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** Cost of one guess: about 80 ms and 16 MB, five times in a row. The numbers are kept in the hash, so they can grow. */
const COST = { N: 16_384, r: 8, p: 5 }
const LENGTH = 32

function derive(password: string, salt: Buffer, cost: { N: number; r: number; p: number }): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  scrypt(password.normalize('NFKC'), salt, LENGTH, { ...cost, maxmem: 256 * 1024 * 1024 }, (error, key) =>
    error ? reject(error) : resolve(key),
  )
  return promise
}

/** The text kept instead of a password. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, COST)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Whether the password belongs to the hash. Without a hash it takes as long and says no. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [kind, N, r, p, salt, key] = (hash ?? '').split('$')
  if (kind !== 'scrypt' || salt === undefined || key === undefined) {
    await derive(password, Buffer.alloc(16), COST)
    return false
  }
  const expected = Buffer.from(key, 'base64url')
  const actual = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
