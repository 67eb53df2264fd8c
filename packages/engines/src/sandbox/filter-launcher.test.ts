import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { bpfFilter } from '../system-calls/bpf-filter.ts'
import { filterLauncher } from './filter-launcher.ts'

it('is a small program that carries the filter and its address, and is the same every time', () => {
  for (const machine of ['x64', 'arm64']) {
    const bytes = filterLauncher(machine) ?? Buffer.alloc(0)
    const filter = bpfFilter(machine) ?? Buffer.alloc(1)
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('\x7fELF')
    expect(bytes.length).toBeLessThan(4096)
    const at = bytes.indexOf(filter)
    expect(at).toBe(bytes.length - filter.length)
    expect(bytes.readUInt16LE(at - 16)).toBe(filter.length / 8)
    expect(Number(bytes.readBigUInt64LE(at - 8))).toBe(0x400000 + at)
    const hash = (data: Buffer) => createHash('sha256').update(data).digest('hex')
    expect(hash(filterLauncher(machine) ?? Buffer.alloc(0))).toBe(hash(bytes))
  }
})

it('does not exist for a machine whose instructions are not written down', () => {
  expect(filterLauncher('riscv64')).toBeNull()
})
