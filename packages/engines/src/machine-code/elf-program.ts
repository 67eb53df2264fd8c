/** What ELF calls the machines that Node calls so. */
export const elfMachines: Readonly<Record<string, number>> = { x64: 62, arm64: 183 }

/** Where the kernel maps the file: the usual place of programs that are not relocated. */
const LOADED_AT = 0x400000n
const FILE_HEADER = 64
const SEGMENT_HEADER = 56
/** The address of the first instruction. */
export const ELF_CODE_AT = LOADED_AT + BigInt(FILE_HEADER + 2 * SEGMENT_HEADER)
const LOAD = { type: 1, flags: 5 }
/** Says that the stack is not executable. */
const STACK = { type: 0x6474e551, flags: 6 }

/** A program without libraries: machine code, and the data it refers to, as one read-only and executable piece. */
export function elfProgram(machine: number, code: Buffer): Buffer {
  const size = FILE_HEADER + 2 * SEGMENT_HEADER + code.length
  return Buffer.concat([fileHeader(machine), segment(LOAD, size), segment(STACK, 0), code])
}

function fileHeader(machine: number): Buffer {
  const bytes = Buffer.alloc(FILE_HEADER)
  Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]).copy(bytes)
  bytes.writeUInt16LE(2, 16)
  bytes.writeUInt16LE(machine, 18)
  bytes.writeUInt32LE(1, 20)
  bytes.writeBigUInt64LE(ELF_CODE_AT, 24)
  bytes.writeBigUInt64LE(BigInt(FILE_HEADER), 32)
  bytes.writeUInt16LE(FILE_HEADER, 52)
  bytes.writeUInt16LE(SEGMENT_HEADER, 54)
  bytes.writeUInt16LE(2, 56)
  return bytes
}

function segment({ type, flags }: { type: number; flags: number }, size: number): Buffer {
  const bytes = Buffer.alloc(SEGMENT_HEADER)
  const address = size === 0 ? 0n : LOADED_AT
  bytes.writeUInt32LE(type, 0)
  bytes.writeUInt32LE(flags, 4)
  bytes.writeBigUInt64LE(address, 16)
  bytes.writeBigUInt64LE(address, 24)
  bytes.writeBigUInt64LE(BigInt(size), 32)
  bytes.writeBigUInt64LE(BigInt(size), 40)
  bytes.writeBigUInt64LE(0x1000n, 48)
  return bytes
}
