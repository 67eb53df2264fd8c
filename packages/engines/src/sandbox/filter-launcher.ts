import { ELF_CODE_AT, elfProgram } from './elf-program.ts'
import { seccompFilter } from './seccomp-filter.ts'

/**
 * Instructions for x64. Both checks jump to the one that sets 126; `filter` is the first byte behind the code.
 */
const X64 = [
  'bf26000000', // mov edi, 38
  'be01000000', // mov esi, 1
  '31d2', //       xor edx, edx
  '4d31d2', //     xor r10, r10
  '4d31c0', //     xor r8, r8
  'b89d000000', // mov eax, 157 (prctl)
  '0f05', //       syscall
  '4885c0', //     test rax, rax
  '753b', //       jnz refused
  'bf01000000', // mov edi, 1
  '31f6', //       xor esi, esi
  '488d153b000000', // lea rdx, [filter]
  'b83d010000', // mov eax, 317 (seccomp)
  '0f05', //       syscall
  '4885c0', //     test rax, rax
  '7521', //       jnz refused
  '488b0424', //   mov rax, [rsp]: how many arguments
  '488b7c2410', // mov rdi, [rsp + 16]: the first behind our own name
  '488d742410', // lea rsi, [rsp + 16]: it and what follows
  '488d54c410', // lea rdx, [rsp + 8 * rax + 16]: the environment
  'b83b000000', // mov eax, 59 (execve)
  '0f05', //       syscall
  'bf7f000000', // mov edi, 127
  'eb05', //       jmp exit
  'bf7e000000', // refused: mov edi, 126
  'b83c000000', // exit: mov eax, 60 (exit)
  '0f05', //       syscall
  '0f0b', //       ud2
]

/** The same for arm64, a word each. */
const ARM64 = [
  0xd28004c0, // mov x0, 38
  0xd2800021, // mov x1, 1
  0xd2800002, // mov x2, 0
  0xd2800003, // mov x3, 0
  0xd2800004, // mov x4, 0
  0xd28014e8, // mov x8, 167 (prctl)
  0xd4000001, // svc 0
  0xb50001e0, // cbnz x0, refused
  0xd2800020, // mov x0, 1
  0xd2800001, // mov x1, 0
  0x10000202, // adr x2, filter
  0xd28022a8, // mov x8, 277 (seccomp)
  0xd4000001, // svc 0
  0xb5000120, // cbnz x0, refused
  0xf94003e9, // ldr x9, [sp]: how many arguments
  0x910043e1, // add x1, sp, 16: those behind our own name
  0xf9400be0, // ldr x0, [sp, 16]: the first of them
  0x8b090c22, // add x2, x1, x9, lsl 3: the environment
  0xd2801ba8, // mov x8, 221 (execve)
  0xd4000001, // svc 0
  0xd2800fe0, // mov x0, 127
  0x14000002, // b exit
  0xd2800fc0, // refused: mov x0, 126
  0xd2800ba8, // exit: mov x8, 93 (exit)
  0xd4000001, // svc 0
  0x00000000, // udf
]

/** What ELF calls the machine, and the code; the filter's header (length and address) stands right behind it. */
const TARGETS: Readonly<Record<string, { number: number; code: Buffer }>> = {
  x64: { number: 62, code: Buffer.from(X64.join(''), 'hex') },
  arm64: { number: 183, code: Buffer.from(Uint32Array.from(ARM64).buffer) },
}

/**
 * A program of a few dozen instructions that loads the filter of system calls and becomes the program its arguments
 * name. It is written here as bytes, because no tool of the usual distributions can load a filter as the last step
 * before an application, and a compiler is not asked for. It needs no library and no file:
 *
 *     prctl(PR_SET_NO_NEW_PRIVS, 1)  →  seccomp(SECCOMP_SET_MODE_FILTER, 0, &filter)  →  execve(argv[1], argv + 1, envp)
 *
 * Whatever fails, it ends with 126 or 127 and never goes on without the filter. Null where the machine is not known.
 */
export function filterLauncher(machine: string): Buffer | null {
  const filter = seccompFilter(machine)
  const target = TARGETS[machine]
  if (filter === null || target === undefined) return null
  const header = Buffer.alloc(16)
  header.writeUInt16LE(filter.length / 8, 0)
  header.writeBigUInt64LE(ELF_CODE_AT + BigInt(target.code.length + header.length), 8)
  return elfProgram(target.number, Buffer.concat([target.code, header, filter]))
}
