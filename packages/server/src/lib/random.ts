import { createHash, randomBytes } from 'node:crypto'

/** Where chance comes from. */
export interface Random {
  bytes(count: number): Buffer
}

const POOL_BYTES = 8_192
let pool = Buffer.alloc(0)

/** Chance from the operating system. Small amounts are cut from a larger one, because asking each time costs more than the bytes. */
export const systemRandom: Random = {
  bytes(count) {
    if (count > 64) return randomBytes(count)
    if (pool.length < count) pool = randomBytes(POOL_BYTES)
    const taken = Buffer.from(pool.subarray(0, count))
    pool.fill(0, 0, count)
    pool = pool.subarray(count)
    return taken
  },
}

/** A repeatable stream of bytes from a seed: for tests, never for secrets. */
export function seededRandom(seed: string): Random {
  let step = 0
  let pool = Buffer.alloc(0)
  return {
    bytes(count) {
      while (pool.length < count) {
        pool = Buffer.concat([pool, createHash('sha256').update(`${seed}:${step}`).digest()])
        step += 1
      }
      const taken = pool.subarray(0, count)
      pool = pool.subarray(count)
      return Buffer.from(taken)
    },
  }
}

/** A number from 0 up to, but without, 1. */
export function fraction(random: Random): number {
  return random.bytes(4).readUInt32BE(0) / 2 ** 32
}
