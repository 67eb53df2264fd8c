import { elfProgram } from '../machine-code/elf-program.ts'

const AMD64 = 62

/** A program that makes one system call and ends with its error number, or, where it succeeds, with the lowest bits of what it answers. */
export function oneCall(number: number, arguments_: readonly number[] = []): Buffer {
  // mov to edi, esi, edx and eax; the other three arguments are 0.
  const words = [0xbf, 0xbe, 0xba, 0xb8].map((code, at) => {
    const bytes = Buffer.from([code, 0, 0, 0, 0])
    bytes.writeUInt32LE((at === 3 ? number : arguments_[at]) ?? 0, 1)
    return bytes
  })
  const call = Buffer.concat([...words, Buffer.from('4d31d24d31c04d31c90f05', 'hex')])
  // exit(answer < 0 ? -answer : answer)
  const end = Buffer.from('89c785c07902f7dfb83c0000000f05', 'hex')
  return elfProgram(AMD64, Buffer.concat([call, end]))
}
