import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keptPorts, processesOf, type RunningLaptop, startLaptop } from './testing/platform/laptop.ts'

const MINUTE = 60_000
let folder = ''
let tools = ''
let laptop: RunningLaptop | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mkt-fault-'))
  tools = mkdtempSync(join(tmpdir(), 'mkt-tools-'))
})
afterEach(async () => {
  await laptop?.end('SIGTERM')
  for (const place of [folder, tools]) rmSync(place, { recursive: true, force: true })
})

/** A program that fails where nothing catches it, at the signal of the test. */
function failingAtSignal(failure: string) {
  const file = join(tools, 'fault.mjs')
  writeFileSync(file, `process.on('SIGUSR2', () => setTimeout(() => { ${failure} }))`)
  return { NODE_OPTIONS: `--import ${file}` }
}

test('a rejection that nobody handles is logged with its place and no data, everything ends in order, and the exit code is 70', async () => {
  laptop = await startLaptop(folder, failingAtSignal(`Promise.reject(new Error('unforeseen "hunter2-hunter2"'))`))
  const ended = new Promise((resolve) => laptop?.child.once('close', resolve))
  laptop.child.kill('SIGUSR2')
  expect(await ended).toBe(70)
  expect(laptop.output()).toContain('An error that nothing caught: the process ends')
  expect(laptop.output()).toContain('unforeseen')
  expect(laptop.output()).toMatch(/at .*fault\.mjs:1:/)
  expect(laptop.output()).not.toContain('hunter2')
  expect(laptop.output()).not.toContain('did not stop cleanly')
  // Database and simulator ended with it: the folder is free for the next start.
  await vi.waitFor(() => expect(processesOf(folder)).toEqual([]), { timeout: MINUTE })
})

test('a start on a laptop comes back by itself after a fault and after a kill, at the addresses it had', async () => {
  const env = { ...failingAtSignal("throw new Error('unforeseen')"), ...(await keptPorts()) }
  laptop = await startLaptop(folder, env, { supervised: true })
  const { apiUrl, gatewayUrl, stateUrl } = laptop.bootstrap
  for (const [signal, count] of [
    ['SIGUSR2', 1],
    ['SIGKILL', 2],
  ] as const) {
    const [server = ''] = execFileSync('pgrep', ['--parent', String(laptop.child.pid)], { encoding: 'utf8' }).split(
      '\n',
    )
    process.kill(Number(server), signal)
    const backs = () => laptop?.output().match(/MKT is back\./g) ?? []
    await vi.waitFor(() => expect(backs()).toHaveLength(count), { timeout: 2 * MINUTE })
    for (const url of [apiUrl, gatewayUrl, stateUrl]) expect((await fetch(`${url}/readyz`)).status, url).toBe(200)
  }
  expect(laptop.output()).toMatch(/MKT ended unexpectedly \(exit code 70\); starting it again in 0\.5 s \(1 of 5\)/)
  expect(laptop.output()).toMatch(/MKT ended unexpectedly \(signal SIGKILL\); starting it again in 1 s \(2 of 5\)/)
  expect(await laptop.end('SIGTERM')).toBe(0)
  await vi.waitFor(() => expect(processesOf(folder)).toEqual([]), { timeout: MINUTE })
})
