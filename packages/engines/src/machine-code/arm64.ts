import type { Part } from './assemble.ts'

/** Register 31 is the stack pointer where an address is computed. */
const SP = 31
const WORD = 4

function word(value: number): Buffer {
  const bytes = Buffer.alloc(WORD)
  bytes.writeUInt32LE(value >>> 0)
  return bytes
}

/** The few instructions we use, named as assemblers name them. Registers are given by number. */
export const arm64 = {
  mov: (register: number, value: number): Part => word(0xd2800000 | (value << 5) | register),
  loadStack: (register: number, offset: number): Part => word(0xf9400000 | ((offset / 8) << 10) | (SP << 5) | register),
  stackAddress: (register: number, offset: number): Part => word(0x91000000 | (offset << 10) | (SP << 5) | register),
  /** `register = base + 8 * index`. */
  addScaled: (register: number, base: number, index: number): Part =>
    word(0x8b000000 | (index << 16) | (3 << 10) | (base << 5) | register),
  addressOf: (register: number, to: string): Part => ({
    to,
    size: WORD,
    encode: (distance) => word(0x10000000 | ((distance & 3) << 29) | ((distance >> 2) << 5) | register),
  }),
  jumpIfNotZero: (register: number, to: string): Part => ({
    to,
    size: WORD,
    encode: (distance) => word(0xb5000000 | ((distance / WORD) << 5) | register),
  }),
  jump: (to: string): Part => ({
    to,
    size: WORD,
    encode: (distance) => word(0x14000000 | ((distance / WORD) & 0x3ffffff)),
  }),
  syscall: word(0xd4000001) as Part,
  /** Ends the program with a signal, should it ever get here. */
  trap: word(0) as Part,
}
