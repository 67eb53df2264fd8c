import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { waitedSeconds } from './waited-seconds.ts'

const root = mkdtempSync(join(tmpdir(), 'mkt-waited-'))
afterAll(() => rmSync(root, { recursive: true }))

function folder(name: string, files: Record<string, string>): string {
  mkdirSync(join(root, name), { recursive: true })
  for (const [file, text] of Object.entries(files)) writeFileSync(join(root, name, file), text)
  return join(root, name)
}

it('what an instance waited for a processor is read from the pressure of its cgroup', () => {
  const pressure =
    'some avg10=1.00 avg60=0.20 avg300=0.00 total=2500000\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=9\n'
  expect(waitedSeconds([folder('second', { 'cpu.pressure': pressure, 'cpu.weight': '15\n' })])).toBe(2.5)
})

it('where a cgroup counts no pressure, its threads are asked, also while one of them ends', () => {
  const memory = folder('memory', { tasks: '11\n12\n' })
  const cpu = folder('cpu', { 'cpu.shares': '154\n', tasks: '11\n12\n13\n' })
  folder('proc/11', { schedstat: '5000000000 1500000000 7\n' })
  folder('proc/12', { schedstat: '1 500000000 7\n' })
  expect(waitedSeconds([memory, cpu], join(root, 'proc'))).toBe(2)
  expect(waitedSeconds([memory])).toBeUndefined()
})
