import { describe, expect, it } from 'vitest'
import { arm64 } from './arm64.ts'
import { assemble, type Part } from './assemble.ts'
import { x64 } from './x64.ts'

const hex = (...parts: Part[]) => assemble(parts).toString('hex')

it('a reference finds its place before and behind it, and the end of the program', () => {
  expect(hex({ place: 'start' }, x64.syscall, x64.jump('start'))).toBe('0f05ebfc')
  expect(hex({ place: 'start' }, arm64.syscall, arm64.jump('start'))).toBe('010000d4ffffff17')
  expect(hex(x64.jumpIfNotZero('end'), x64.syscall)).toBe('75020f05')
  expect(() => hex(x64.jump('nowhere'))).toThrow('nowhere')
})

// The bytes are what GNU as writes for the line in front of them.
describe('x64', () => {
  it.each<[string, Part, string]>([
    ['mov edi, 38', x64.mov('rdi', 38), 'bf26000000'],
    ['xor edx, edx', x64.clear('rdx'), '31d2'],
    ['xor r10, r10', x64.clear('r10'), '4d31d2'],
    ['mov rdi, [rsp + 16]', x64.loadStack('rdi', 16), '488b7c2410'],
    ['lea rsi, [rsp + 16]', x64.stackAddress('rsi', 16), '488d742410'],
    ['lea rdx, [rsp + rax * 8 + 16]', x64.stackAddressAfterRax('rdx', 16), '488d54c410'],
    ['lea rdx, [rip]', x64.addressOf('rdx', 'end'), '488d1500000000'],
    ['test rax, rax', x64.testRax, '4885c0'],
    ['syscall', x64.syscall, '0f05'],
    ['ud2', x64.trap, '0f0b'],
  ])('%s', (_, part, bytes) => expect(hex(part)).toBe(bytes))
})

describe('arm64', () => {
  it.each<[string, Part, string]>([
    ['mov x0, 38', arm64.mov(0, 38), 'c00480d2'],
    ['ldr x0, [sp, 16]', arm64.loadStack(0, 16), 'e00b40f9'],
    ['add x1, sp, 16', arm64.stackAddress(1, 16), 'e1430091'],
    ['add x2, x1, x9, lsl 3', arm64.addScaled(2, 1, 9), '220c098b'],
    ['adr x2, 4', arm64.addressOf(2, 'end'), '22000010'],
    ['cbnz x0, 4', arm64.jumpIfNotZero(0, 'end'), '200000b5'],
    ['b 4', arm64.jump('end'), '01000014'],
    ['svc 0', arm64.syscall, '010000d4'],
  ])('%s', (_, part, bytes) => expect(hex(part)).toBe(bytes))
})
