import { arm64 } from '../machine-code/arm64.ts'
import { assemble, type Part } from '../machine-code/assemble.ts'
import { ELF_CODE_AT, elfMachines, elfProgram } from '../machine-code/elf-program.ts'
import { x64 } from '../machine-code/x64.ts'
import { bpfFilter } from '../system-calls/bpf-filter.ts'

const PR_SET_NO_NEW_PRIVS = 38
const SECCOMP_SET_MODE_FILTER = 1
const NOT_FILTERED = 126
const NOT_STARTED = 127

/** The stack begins with the number of arguments; our own name and the others follow. */
const COUNT = 0
const FIRST_ARGUMENT = 16

function programForX64(): Part[] {
  const { mov, clear, loadStack, stackAddress, stackAddressAfterRax, addressOf } = x64
  const call = (number: number) => [mov('rax', number), x64.syscall]
  const [prctl, seccomp, execve, exit] = [157, 317, 59, 60]
  return [
    ...[mov('rdi', PR_SET_NO_NEW_PRIVS), mov('rsi', 1), clear('rdx'), clear('r10'), clear('r8'), ...call(prctl)],
    ...[x64.testRax, x64.jumpIfNotZero('refused')],
    ...[mov('rdi', SECCOMP_SET_MODE_FILTER), clear('rsi'), addressOf('rdx', 'end'), ...call(seccomp)],
    ...[x64.testRax, x64.jumpIfNotZero('refused')],
    loadStack('rax', COUNT),
    loadStack('rdi', FIRST_ARGUMENT),
    stackAddress('rsi', FIRST_ARGUMENT),
    // The environment stands behind the arguments and an empty word.
    stackAddressAfterRax('rdx', FIRST_ARGUMENT),
    ...call(execve),
    ...[mov('rdi', NOT_STARTED), x64.jump('exit')],
    ...[{ place: 'refused' }, mov('rdi', NOT_FILTERED)],
    ...[{ place: 'exit' }, ...call(exit), x64.trap],
  ]
}

function programForArm64(): Part[] {
  const { mov, loadStack, stackAddress, addScaled, addressOf } = arm64
  const call = (number: number) => [mov(8, number), arm64.syscall]
  const [prctl, seccomp, execve, exit] = [167, 277, 221, 93]
  return [
    ...[mov(0, PR_SET_NO_NEW_PRIVS), mov(1, 1), mov(2, 0), mov(3, 0), mov(4, 0), ...call(prctl)],
    arm64.jumpIfNotZero(0, 'refused'),
    ...[mov(0, SECCOMP_SET_MODE_FILTER), mov(1, 0), addressOf(2, 'end'), ...call(seccomp)],
    arm64.jumpIfNotZero(0, 'refused'),
    loadStack(9, COUNT),
    stackAddress(1, FIRST_ARGUMENT),
    loadStack(0, FIRST_ARGUMENT),
    // The environment stands behind the arguments and an empty word.
    addScaled(2, 1, 9),
    ...call(execve),
    ...[mov(0, NOT_STARTED), arm64.jump('exit')],
    ...[{ place: 'refused' }, mov(0, NOT_FILTERED)],
    ...[{ place: 'exit' }, ...call(exit), arm64.trap],
  ]
}

/** The filter's header (length and address) stands right behind the program. */
const programs: Readonly<Record<string, () => Part[]>> = { x64: programForX64, arm64: programForArm64 }

/**
 * A program of a few dozen instructions that loads the filter of system calls and becomes the program its arguments
 * name. It is assembled here, because no tool of the usual distributions can load a filter as the last step before an
 * application, and a compiler is not asked for. It needs no library and no file:
 *
 *     prctl(PR_SET_NO_NEW_PRIVS, 1)  →  seccomp(SECCOMP_SET_MODE_FILTER, 0, &filter)  →  execve(argv[1], argv + 1, envp)
 *
 * When a step fails, it ends with 126 or 127 and never goes on without the filter. Null where the machine is not known.
 */
export function filterLauncher(machine: string): Buffer | null {
  const filter = bpfFilter(machine)
  const [program, number] = [programs[machine], elfMachines[machine]]
  if (filter === null || program === undefined || number === undefined) return null
  const code = assemble(program())
  const header = Buffer.alloc(16)
  header.writeUInt16LE(filter.length / 8, 0)
  header.writeBigUInt64LE(ELF_CODE_AT + BigInt(code.length + header.length), 8)
  return elfProgram(number, Buffer.concat([code, header, filter]))
}
