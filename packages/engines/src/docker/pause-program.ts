import { elfProgram } from '../sandbox/elf-program.ts'

/** Instructions that wait for ever: nothing but a kill ends the program. */
const X64 = [
  'b822000000', // mov eax, 34 (pause)
  '0f05', //       syscall
  'ebf7', //       jmp to the beginning
]

const ARM64 = [
  0xd2800000, // mov x0, 0
  0xd2800001, // mov x1, 0
  0xd2800002, // mov x2, 0
  0xd2800003, // mov x3, 0
  0xd2800004, // mov x4, 0
  0xd2800928, // mov x8, 73 (ppoll)
  0xd4000001, // svc 0
  0x17fffff9, // b to the beginning
]

const TARGETS: Readonly<Record<string, { number: number; code: Buffer }>> = {
  x64: { number: 62, code: Buffer.from(X64.join(''), 'hex') },
  arm64: { number: 183, code: Buffer.from(Uint32Array.from(ARM64).buffer) },
}

/**
 * The program of the container that owns an instance's network: it only waits. It is written as bytes, because an image cannot be had
 * from a registry here and a compiler is not asked for. Null where the machine is not known.
 */
export function pauseProgram(machine: string): Buffer | null {
  const target = TARGETS[machine]
  return target === undefined ? null : elfProgram(target.number, target.code)
}
