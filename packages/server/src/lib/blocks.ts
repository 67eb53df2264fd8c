/** How many bytes a block has: few enough writes, and a copy of it takes no time worth mentioning. */
export const BLOCK_BYTES = 1024 * 1024
/** Blocks that nobody uses and that are kept for the next one. */
const MAX_KEPT = 16

const kept: Buffer[] = []

/**
 * A block of memory for bytes that pass through, from those that were given back. What it holds is arbitrary. New memory for everything that
 * passes would keep the garbage collector busy, which looks through the whole memory of the process each time.
 */
export function takeBlock(): Buffer {
  return kept.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES)
}

/** Gives a block back that nobody reads or writes any more. One that may still be in use is left to the garbage collector instead. */
export function giveBlock(block: Buffer): void {
  if (kept.length < MAX_KEPT) kept.push(block)
}

/** Frees the memory of bytes that nobody reads any more, without waiting for the garbage collector. Bytes that share their memory stay. */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
