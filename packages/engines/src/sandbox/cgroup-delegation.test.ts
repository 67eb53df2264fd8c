import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { enable, holdsProcesses, shareOut, takeDelegated } from './cgroup-delegation.ts'

const root = mkdtempSync(join(tmpdir(), 'mkt-delegation-'))
afterAll(() => rmSync(root, { recursive: true }))

function folder(name: string, files: Record<string, string>): string {
  mkdirSync(join(root, name), { recursive: true })
  for (const [file, text] of Object.entries(files)) writeFileSync(join(root, name, file), text)
  return join(root, name)
}
const read = (path: string, name: string) => readFileSync(join(path, name), 'utf8')

let service = ''
let leaf = ''
beforeEach(() => {
  service = folder('mkt.service', {
    'cgroup.type': 'domain\n',
    'cgroup.procs': '',
    'cgroup.controllers': 'cpuset cpu memory\n',
    'cgroup.subtree_control': 'memory\n',
    'memory.high': 'max\n',
    'memory.max': '2147483648\n',
  })
  leaf = folder('mkt.service/platform', {
    'cgroup.type': 'domain\n',
    'cgroup.procs': '1\n',
    'cgroup.subtree_control': '',
    'cpu.weight': '100\n',
    'memory.high': '1\n',
    'memory.max': 'max\n',
  })
})

it('a platform that was started in the leaf takes the cgroup above it and moves nothing', () => {
  folder('proc/self', { cgroup: '3:cpu:/\n0::/mkt.service/platform\n' })
  expect(takeDelegated(root, join(root, 'proc'))).toBe(service)
  expect(read(leaf, 'cgroup.procs')).toBe('1\n')
})

it('a cgroup from outside the namespace is not taken', () => {
  folder('proc/self', { cgroup: '0::/../mkt.service\n' })
  expect(() => takeDelegated(root, join(root, 'proc'))).toThrow('its cgroup cannot be seen')
})

it('only controllers that are wanted, there and still off are enabled', () => {
  enable(service)
  expect(read(service, 'cgroup.subtree_control')).toBe('+cpu')
})

it('the platform weighs as much as all cores, and has the memory limits of its service', () => {
  shareOut(service)
  expect(Number(read(leaf, 'cpu.weight'))).toBe(Math.min(10_000, 100 * availableParallelism()))
  expect([read(leaf, 'memory.max'), read(leaf, 'memory.high')]).toEqual(['2147483648', 'max'])
})

it('a cgroup with processes holds no others, unless it is the root of the machine', () => {
  expect([holdsProcesses(service), holdsProcesses(leaf)]).toEqual([false, true])
  expect(holdsProcesses(folder('machine', { 'cgroup.procs': '1\n' }))).toBe(false)
})
