import { elfProgram } from '../machine-code/elf-program.ts'

const AMD64 = 62

/** A program that makes one system call without arguments and ends with its error number, or 0. */
export function oneCall(number: number): Buffer {
  const call = Buffer.from('31ff31f631d24d31d24d31c04d31c9b8000000000f05', 'hex')
  call.writeUInt32LE(number, call.length - 6)
  // A negative answer is an error: exit(-answer), else exit(0).
  const end = Buffer.from('31ff4885c07904f7d889c7b83c0000000f05', 'hex')
  return elfProgram(AMD64, Buffer.concat([call, end]))
}
