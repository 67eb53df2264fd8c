import type { Part } from './assemble.ts'

/** Registers by the number that instructions carry. */
const numbers = { rax: 0, rdx: 2, rsi: 6, rdi: 7, r8: 8, r10: 10 } as const
type Register = keyof typeof numbers
type LowRegister = Exclude<Register, 'r8' | 'r10'>

const int32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}

/** `[rsp + offset]`, or `[rsp + 8 * rax + offset]`, as the operand behind an opcode. */
const onStack = (register: LowRegister, offset: number, scaled = false) =>
  Buffer.from([0x44 | (numbers[register] << 3), scaled ? 0xc4 : 0x24, offset])

/** The few instructions we use, named as assemblers name them. */
export const x64 = {
  mov: (register: LowRegister, value: number): Part =>
    Buffer.concat([Buffer.from([0xb8 + numbers[register]]), int32(value)]),
  /** `xor register, register`: sets it to zero. */
  clear(register: Register): Part {
    const low = numbers[register] & 7
    const xor = [0x31, 0xc0 | (low << 3) | low]
    return Buffer.from(numbers[register] < 8 ? xor : [0x4d, ...xor])
  },
  loadStack: (register: LowRegister, offset: number): Part =>
    Buffer.concat([Buffer.from([0x48, 0x8b]), onStack(register, offset)]),
  stackAddress: (register: LowRegister, offset: number): Part =>
    Buffer.concat([Buffer.from([0x48, 0x8d]), onStack(register, offset)]),
  /** `rsp + 8 * rax + offset`. */
  stackAddressAfterRax: (register: LowRegister, offset: number): Part =>
    Buffer.concat([Buffer.from([0x48, 0x8d]), onStack(register, offset, true)]),
  addressOf: (register: LowRegister, to: string): Part => ({
    to,
    size: 7,
    encode: (distance) =>
      Buffer.concat([Buffer.from([0x48, 0x8d, 0x05 | (numbers[register] << 3)]), int32(distance - 7)]),
  }),
  testRax: Buffer.from([0x48, 0x85, 0xc0]) as Part,
  jumpIfNotZero: (to: string): Part => ({ to, size: 2, encode: (distance) => Buffer.from([0x75, distance - 2]) }),
  jump: (to: string): Part => ({ to, size: 2, encode: (distance) => Buffer.from([0xeb, distance - 2]) }),
  syscall: Buffer.from([0x0f, 0x05]) as Part,
  /** Ends the program with a signal, should it ever get here. */
  trap: Buffer.from([0x0f, 0x0b]) as Part,
}
