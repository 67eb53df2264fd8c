import { expect, it } from 'vitest'
import { seccompFilter } from './seccomp-filter.ts'

const REFUSE = 0x00050001
const ALLOW = 0x7fff0000
const KILL = 0x80000000

/** Runs a filter the way the kernel does. */
function decide(filter: Buffer, machine: number, call: number): number {
  let value = 0
  for (let at = 0; at * 8 < filter.length; at++) {
    const [code, yes, no, k] = [
      filter.readUInt16LE(at * 8),
      filter.readUInt8(at * 8 + 2),
      filter.readUInt8(at * 8 + 3),
      filter.readUInt32LE(at * 8 + 4),
    ]
    if (code === 0x06) return k
    if (code === 0x20) value = k === 4 ? machine : call
    if (code === 0x15) at += value === k ? yes : no
    if (code === 0x35) at += value >= k ? yes : no
  }
  throw new Error('the filter has no end')
}

const x64 = 0xc000003e

it('refuses dangerous calls, allows the rest, and kills what speaks for another machine', () => {
  const filter = seccompFilter('x64', []) ?? Buffer.alloc(0)
  for (const call of [165, 272, 101, 442, 250]) expect(decide(filter, x64, call), String(call)).toBe(REFUSE)
  for (const call of [0, 1, 59, 161, 435, 202]) expect(decide(filter, x64, call), String(call)).toBe(ALLOW)
  expect(decide(filter, x64, 0x40000000 + 165)).toBe(REFUSE)
  expect(decide(filter, 0xc00000b7, 0)).toBe(KILL)
  expect(decide(seccompFilter('arm64', []) ?? Buffer.alloc(0), 0xc00000b7, 40)).toBe(REFUSE)
})

it('leaves out what the last steps of the set-up need, and knows where it knows nothing', () => {
  expect(decide(seccompFilter('x64', ['unshare']) ?? Buffer.alloc(0), x64, 272)).toBe(ALLOW)
  expect(seccompFilter('riscv64', [])).toBeNull()
})
