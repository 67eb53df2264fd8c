import { expect, it } from 'vitest'
import { callNumbers, MACHINES } from './call-numbers.ts'
import { CONDITIONAL_CALLS, REFUSED_CALLS, UNKNOWN_CALLS } from './call-rules.ts'
import { containerProfile } from './container-profile.ts'

interface Rule {
  names: string[]
  action: string
  errnoRet?: number
  args?: { index: number; value: number; op: string }[]
}

const profile = JSON.parse(containerProfile()) as { defaultAction: string; defaultErrnoRet: number; syscalls: Rule[] }
const rulesOf = (name: string) => profile.syscalls.filter(({ names }) => names.includes(name))

it('decides about each call once, as the filter of the sandbox does', () => {
  const conditional = CONDITIONAL_CALLS.flatMap(({ names }) => names)
  for (const name of MACHINES.flatMap((machine) => [...callNumbers(machine).keys()])) {
    const [rule, ...more] = rulesOf(name)
    const wanted = REFUSED_CALLS.includes(name) || UNKNOWN_CALLS.includes(name) ? 'SCMP_ACT_ERRNO' : 'SCMP_ACT_ALLOW'
    expect(rule?.action, name).toBe(wanted)
    expect((rule?.args ?? []).length > 0, name).toBe(conditional.includes(name))
    if (!conditional.includes(name)) expect(more, name).toEqual([])
  }
})

it('knows no call that the table does not name', () => {
  expect([profile.defaultAction, profile.defaultErrnoRet]).toEqual(['SCMP_ACT_ERRNO', 38])
  for (const name of ['statmount', 'open_tree_attr', 'map_shadow_stack']) expect(rulesOf(name)).toEqual([])
  expect(rulesOf('clone3')).toMatchObject([{ errnoRet: 38 }])
})

it('opens local, internet and route sockets, and makes processes without namespaces', () => {
  const values = (name: string) =>
    rulesOf(name).map(({ args }) => args?.map(({ index, value, op }) => [index, value, op]))
  const families = [1, 2, 10].map((family) => [[0, family, 'SCMP_CMP_EQ']])
  for (const name of ['socket', 'socketpair'])
    expect(values(name)).toEqual([
      ...families,
      [
        [0, 16, 'SCMP_CMP_EQ'],
        [2, 0, 'SCMP_CMP_EQ'],
      ],
    ])
  expect(values('clone')).toEqual([[[0, 0x7e020000, 'SCMP_CMP_MASKED_EQ']]])
})

it('names only calls that the table knows', () => {
  const known = new Set(MACHINES.flatMap((machine) => [...callNumbers(machine).keys()]))
  const named = [...REFUSED_CALLS, ...UNKNOWN_CALLS, ...CONDITIONAL_CALLS.flatMap(({ names }) => names)]
  expect(named.filter((name) => !known.has(name))).toEqual([])
})
