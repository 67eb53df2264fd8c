import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { processFigures } from './process-figures.ts'

let proc: string
beforeEach(() => {
  proc = mkdtempSync(join(tmpdir(), 'mkt-proc-'))
})
afterEach(() => rmSync(proc, { recursive: true }))

function add(
  pid: number,
  name: string,
  ticks: readonly number[],
  anonymousKb: number,
  children: readonly number[],
): void {
  mkdirSync(join(proc, `${pid}/task/${pid}`), { recursive: true })
  const before = ['S', ...Array.from({ length: 10 }, () => '0')]
  writeFileSync(join(proc, `${pid}/stat`), `${pid} (${name}) ${[...before, ...ticks].join(' ')} 20 0`)
  writeFileSync(
    join(proc, `${pid}/status`),
    `Name:\tx\nRssAnon:\t ${anonymousKb} kB\nRssFile:\t 999 kB\nRssShmem:\t 1 kB\n`,
  )
  writeFileSync(join(proc, `${pid}/task/${pid}/children`), children.map((child) => `${child} `).join(''))
}

it('sums up a tree of processes, those that have ended within it included', () => {
  add(10, 'sh', [1, 2, 100, 50], 10, [11, 12])
  add(11, 'a ) b', [30, 20, 0, 0], 100, [])
  expect(processFigures(10, proc)).toEqual({ cpuSeconds: expect.closeTo(2.03), memoryBytes: 112 * 1024, processes: 2 })
})

it('knows nothing of a process that is gone', () => {
  expect(processFigures(99, proc)).toBeNull()
})
