import { expect, it } from 'vitest'
import { bpfFilter } from './bpf-filter.ts'

const REFUSE = 0x00050001
const ALLOW = 0x7fff0000
const KILL = 0x80000000

/** Runs a filter the way the kernel does. */
function decide(filter: Buffer, machine: number, call: number, argument = 0, third = 0): number {
  let value = 0
  for (let at = 0; at * 8 < filter.length; at++) {
    const [code, yes, no, k] = [
      filter.readUInt16LE(at * 8),
      filter.readUInt8(at * 8 + 2),
      filter.readUInt8(at * 8 + 3),
      filter.readUInt32LE(at * 8 + 4),
    ]
    if (code === 0x06) return k
    if (code === 0x20) value = k === 4 ? machine : k === 16 ? argument : k === 32 ? third : call
    if (code === 0x45) at += (value & k) !== 0 ? yes : no
    if (code === 0x15) at += value === k ? yes : no
    if (code === 0x35) at += value >= k ? yes : no
  }
  throw new Error('the filter has no end')
}

const x64 = 0xc000003e

it('refuses dangerous calls, allows the rest, and kills what speaks for another machine', () => {
  const filter = bpfFilter('x64') ?? Buffer.alloc(0)
  for (const call of [165, 272, 101, 161, 442, 250]) expect(decide(filter, x64, call), String(call)).toBe(REFUSE)
  for (const call of [0, 1, 59, 202, 230]) expect(decide(filter, x64, call), String(call)).toBe(ALLOW)
  expect(decide(filter, x64, 0x40000000 + 165)).toBe(REFUSE)
  expect(decide(filter, 0xc00000b7, 0)).toBe(KILL)
  expect(decide(bpfFilter('arm64') ?? Buffer.alloc(0), 0xc00000b7, 40)).toBe(REFUSE)
})

it('lets processes and threads be made, but no namespaces; clone3, whose flags it cannot see, does not exist', () => {
  const filter = bpfFilter('x64') ?? Buffer.alloc(0)
  const [thread, user, net] = [0x3d0f00, 0x10000011, 0x40000011]
  expect(decide(filter, x64, 56, thread)).toBe(ALLOW)
  expect(decide(filter, x64, 56, user)).toBe(REFUSE)
  expect(decide(filter, x64, 56, net)).toBe(REFUSE)
  expect(decide(filter, x64, 435)).toBe(0x00050026)
})

it('shows no other face of the kernel than the usual ones', () => {
  const filter = bpfFilter('x64') ?? Buffer.alloc(0)
  for (const face of [0, 8, 0x20000, 0x20008, 0xffffffff]) expect(decide(filter, x64, 135, face)).toBe(ALLOW)
  for (const face of [0x0040000, 0x0100000]) expect(decide(filter, x64, 135, face)).toBe(REFUSE)
})

const [UNKNOWN, NO_FAMILY] = [0x00050026, 0x00050061]

it.each([
  ['x64', 0xc000003e, [41, 53]],
  ['arm64', 0xc00000b7, [198, 199]],
] as const)('opens local and internet sockets on %s, and no others', (machine, number, calls) => {
  const filter = bpfFilter(machine) ?? Buffer.alloc(0)
  for (const call of calls) {
    for (const family of [1, 2, 10]) expect(decide(filter, number, call, family), String(family)).toBe(ALLOW)
    // Packets, Bluetooth, the kernel's crypto, virtual machines, XDP.
    for (const family of [0, 17, 31, 38, 40, 44]) expect(decide(filter, number, call, family)).toBe(NO_FAMILY)
    expect(decide(filter, number, call, 16, 0)).toBe(ALLOW)
    expect(decide(filter, number, call, 16, 15)).toBe(NO_FAMILY)
  }
})

it('allows only listed system calls: one that a later kernel adds does not exist', () => {
  for (const [machine, number] of [
    ['x64', 0xc000003e],
    ['arm64', 0xc00000b7],
  ] as const) {
    const filter = bpfFilter(machine) ?? Buffer.alloc(0)
    // statmount, listmount, open_tree_attr, and numbers that nobody has given out.
    for (const call of [457, 458, 467, 500, 5000, 0x3fffffff]) expect(decide(filter, number, call)).toBe(UNKNOWN)
    for (const call of [424, 436, 449, 452, 454, 462]) expect(decide(filter, number, call), String(call)).toBe(ALLOW)
    for (const call of [425, 428, 438, 442]) expect(decide(filter, number, call), String(call)).toBe(REFUSE)
  }
  expect(decide(bpfFilter('x64') ?? Buffer.alloc(0), x64, 400)).toBe(UNKNOWN)
})

it('knows where it knows nothing', () => {
  expect(bpfFilter('riscv64')).toBeNull()
})
