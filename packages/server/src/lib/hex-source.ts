import type { Random } from './random.ts'

/** Gives a number of bytes of chance, written as hexadecimal digits. */
export type HexSource = (bytes: number) => string

const STOCK_BYTES = 4_096

/** Hexadecimal chance cut from a stock: for ids that are made for every request and keep no secret. */
export function createHexSource(random: Random): HexSource {
  let stock = ''
  let at = 0
  return (bytes) => {
    if (at + bytes * 2 > stock.length) {
      stock = random.bytes(STOCK_BYTES).toString('hex')
      at = 0
    }
    at += bytes * 2
    return stock.slice(at - bytes * 2, at)
  }
}

/** The same straight from the source of chance. */
export function hexOf(random: Random): HexSource {
  return (bytes) => random.bytes(bytes).toString('hex')
}
