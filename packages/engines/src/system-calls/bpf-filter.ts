import { callNumbers, MACHINES } from './call-numbers.ts'
import { type Allowed, CONDITIONAL_CALLS, ENOSYS, EPERM, REFUSED_CALLS, UNKNOWN_CALLS } from './call-rules.ts'

const LOAD_WORD = 0x20
const JUMP_EQUAL = 0x15
const JUMP_NOT_BELOW = 0x35
const JUMP_ANY_BIT = 0x45
const RETURN = 0x06
const KILL = 0x80000000
const ALLOW = 0x7fff0000
/** The call is not made and answers this error. */
const answer = (error: number) => 0x00050000 | error
const REFUSE = answer(EPERM)
const UNKNOWN = answer(ENOSYS)
const NUMBER_AT = 0
const MACHINE_AT = 4
const FIRST_ARGUMENT_AT = 16
const THIRD_ARGUMENT_AT = 32
const MACHINE_NUMBERS = { x64: 0xc000003e, arm64: 0xc00000b7 } as const
/** Numbers from here on are a second way to make the same calls on x64. */
const OTHER_NUMBERS = 0x40000000

/**
 * The rules for system calls as a filter for the kernel. Null where the machine's numbers are not known.
 */
export function bpfFilter(name: string): Buffer | null {
  const machine = MACHINES.find((known) => known === name)
  if (machine === undefined) return null
  const numbers = callNumbers(machine)
  const conditional = CONDITIONAL_CALLS.flatMap(({ names, allowed, otherwise }) =>
    names.flatMap((call) => {
      const steps = [...allowedSteps(allowed), step(RETURN, answer(otherwise))]
      return [
        step(JUMP_EQUAL, numbers.get(call) ?? OTHER_NUMBERS, 0, steps.length + 1),
        step(LOAD_WORD, FIRST_ARGUMENT_AT),
        ...steps,
      ]
    }),
  )
  return Buffer.concat([
    step(LOAD_WORD, MACHINE_AT),
    step(JUMP_EQUAL, MACHINE_NUMBERS[machine], 1, 0),
    step(RETURN, KILL),
    step(LOAD_WORD, NUMBER_AT),
    ...conditional,
    ...numberSteps(numbers),
  ])
}

/** With the first argument loaded: ends where the call is allowed, and goes on where it is not. */
function allowedSteps(allowed: Allowed): Buffer[] {
  if ('withoutBits' in allowed) return [step(JUMP_ANY_BIT, allowed.withoutBits, 1, 0), step(RETURN, ALLOW)]
  return allowed.oneOf.flatMap(({ first, third }) =>
    third === undefined
      ? [step(JUMP_EQUAL, first, 0, 1), step(RETURN, ALLOW)]
      : [
          step(JUMP_EQUAL, first, 0, 4),
          step(LOAD_WORD, THIRD_ARGUMENT_AT),
          step(JUMP_EQUAL, third, 0, 1),
          step(RETURN, ALLOW),
          step(LOAD_WORD, FIRST_ARGUMENT_AT),
        ],
  )
}

/** The numbers in stretches of one decision each, from the lowest: each stretch ends where the next begins. */
function numberSteps(numbers: ReturnType<typeof callNumbers>): Buffer[] {
  const decisions = new Map(
    [...numbers].map(([name, number]): [number, number] => {
      if (UNKNOWN_CALLS.includes(name)) return [number, UNKNOWN]
      return [number, REFUSED_CALLS.includes(name) ? REFUSE : ALLOW]
    }),
  )
  const decisionOf = (number: number) => decisions.get(number) ?? UNKNOWN
  const end = Math.max(...numbers.values()) + 1
  const steps: Buffer[] = []
  for (let from = 0; from < end; ) {
    const decision = decisionOf(from)
    let next = from + 1
    while (next < end && decisionOf(next) === decision) next += 1
    steps.push(step(JUMP_NOT_BELOW, next, 1, 0), step(RETURN, decision))
    from = next
  }
  steps.push(step(JUMP_NOT_BELOW, OTHER_NUMBERS, 1, 0), step(RETURN, UNKNOWN), step(RETURN, REFUSE))
  return steps
}

/** One instruction: where to go on when the comparison holds and when it does not, counted from the next one. */
function step(code: number, value: number, whenTrue = 0, whenFalse = 0): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt16LE(code, 0)
  bytes.writeUInt8(whenTrue, 2)
  bytes.writeUInt8(whenFalse, 3)
  bytes.writeUInt32LE(value, 4)
  return bytes
}
