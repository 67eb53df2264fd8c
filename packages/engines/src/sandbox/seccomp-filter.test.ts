import { expect, it } from 'vitest'
import { seccompFilter } from './seccomp-filter.ts'

const REFUSE = 0x00050001
const ALLOW = 0x7fff0000
const KILL = 0x80000000

/** Runs a filter the way the kernel does. */
function decide(filter: Buffer, machine: number, call: number, argument = 0): number {
  let value = 0
  for (let at = 0; at * 8 < filter.length; at++) {
    const [code, yes, no, k] = [
      filter.readUInt16LE(at * 8),
      filter.readUInt8(at * 8 + 2),
      filter.readUInt8(at * 8 + 3),
      filter.readUInt32LE(at * 8 + 4),
    ]
    if (code === 0x06) return k
    if (code === 0x20) value = k === 4 ? machine : k === 16 ? argument : call
    if (code === 0x45) at += (value & k) !== 0 ? yes : no
    if (code === 0x15) at += value === k ? yes : no
    if (code === 0x35) at += value >= k ? yes : no
  }
  throw new Error('the filter has no end')
}

const x64 = 0xc000003e

it('refuses dangerous calls, allows the rest, and kills what speaks for another machine', () => {
  const filter = seccompFilter('x64') ?? Buffer.alloc(0)
  for (const call of [165, 272, 101, 442, 250]) expect(decide(filter, x64, call), String(call)).toBe(REFUSE)
  for (const call of [0, 1, 59, 161, 202]) expect(decide(filter, x64, call), String(call)).toBe(ALLOW)
  expect(decide(filter, x64, 0x40000000 + 165)).toBe(REFUSE)
  expect(decide(filter, 0xc00000b7, 0)).toBe(KILL)
  expect(decide(seccompFilter('arm64') ?? Buffer.alloc(0), 0xc00000b7, 40)).toBe(REFUSE)
})

it('lets processes and threads be made, but no namespaces; clone3, whose flags it cannot see, does not exist', () => {
  const filter = seccompFilter('x64') ?? Buffer.alloc(0)
  const [thread, user, net] = [0x3d0f00, 0x10000011, 0x40000011]
  expect(decide(filter, x64, 56, thread)).toBe(ALLOW)
  expect(decide(filter, x64, 56, user)).toBe(REFUSE)
  expect(decide(filter, x64, 56, net)).toBe(REFUSE)
  expect(decide(filter, x64, 435)).toBe(0x00050026)
})

it('knows where it knows nothing', () => {
  expect(seccompFilter('riscv64')).toBeNull()
})
