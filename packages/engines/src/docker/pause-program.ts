import { arm64 } from '../machine-code/arm64.ts'
import { assemble, type Part } from '../machine-code/assemble.ts'
import { elfMachines, elfProgram } from '../machine-code/elf-program.ts'
import { x64 } from '../machine-code/x64.ts'

/** Instructions that wait forever: only a kill ends the program. */
const programs: Readonly<Record<string, Part[]>> = {
  // pause()
  x64: [{ place: 'again' }, x64.mov('rax', 34), x64.syscall, x64.jump('again')],
  // ppoll(0, 0, 0, 0, 0): arm64 has no pause.
  arm64: [
    { place: 'again' },
    ...[0, 1, 2, 3, 4].map((register) => arm64.mov(register, 0)),
    ...[arm64.mov(8, 73), arm64.syscall, arm64.jump('again')],
  ],
}

/**
 * The program of the container that owns an instance's network: it only waits. It is assembled here, because an image cannot be had
 * from a registry and a compiler is not asked for. Null where the machine is not known.
 */
export function pauseProgram(machine: string): Buffer | null {
  const [program, number] = [programs[machine], elfMachines[machine]]
  return program === undefined || number === undefined ? null : elfProgram(number, assemble(program))
}
