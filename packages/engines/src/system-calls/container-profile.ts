import { callNumbers, MACHINES } from './call-numbers.ts'
import { type Allowed, CONDITIONAL_CALLS, ENOSYS, EPERM, REFUSED_CALLS, UNKNOWN_CALLS } from './call-rules.ts'

interface Rule {
  names: readonly string[]
  action: 'SCMP_ACT_ALLOW' | 'SCMP_ACT_ERRNO'
  errnoRet?: number
  args?: readonly Argument[]
}

interface Argument {
  index: number
  value: number
  valueTwo: number
  op: 'SCMP_CMP_EQ' | 'SCMP_CMP_MASKED_EQ'
}

/**
 * The rules for system calls as a profile of container runtimes, for every machine. What no rule names does not exist; so does a call whose
 * arguments are not allowed, because a profile cannot name an error for all other arguments.
 */
export function containerProfile(): string {
  const conditional = CONDITIONAL_CALLS.flatMap(({ names }) => names)
  const decided = new Set([...REFUSED_CALLS, ...UNKNOWN_CALLS, ...conditional])
  const known = new Set(MACHINES.flatMap((machine) => [...callNumbers(machine).keys()]))
  const rules: Rule[] = [
    { names: [...known].filter((name) => !decided.has(name)), action: 'SCMP_ACT_ALLOW' },
    { names: REFUSED_CALLS, action: 'SCMP_ACT_ERRNO', errnoRet: EPERM },
    { names: UNKNOWN_CALLS, action: 'SCMP_ACT_ERRNO', errnoRet: ENOSYS },
    ...CONDITIONAL_CALLS.flatMap(({ names, allowed }) =>
      argumentsOf(allowed).map((args): Rule => ({ names, action: 'SCMP_ACT_ALLOW', args })),
    ),
  ]
  // Runtimes answer ENOSYS to calls later than all of these only where the machines are named; some daemons drop the default error.
  const archMap = ['SCMP_ARCH_X86_64', 'SCMP_ARCH_AARCH64'].map((architecture) => ({
    architecture,
    subArchitectures: [],
  }))
  return JSON.stringify({ defaultAction: 'SCMP_ACT_ERRNO', defaultErrnoRet: ENOSYS, archMap, syscalls: rules })
}

function argumentsOf(allowed: Allowed): Argument[][] {
  if ('withoutBits' in allowed)
    return [[{ index: 0, value: allowed.withoutBits, valueTwo: 0, op: 'SCMP_CMP_MASKED_EQ' }]]
  const equal = (index: number, value: number): Argument => ({ index, value, valueTwo: 0, op: 'SCMP_CMP_EQ' })
  return allowed.oneOf.map(({ first, third }) => [equal(0, first), ...(third === undefined ? [] : [equal(2, third)])])
}
