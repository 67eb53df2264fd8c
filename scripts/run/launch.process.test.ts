import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

let folder = ''
let running: ChildProcess | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mkt-launch-'))
  const program = `process.on('SIGTERM', () => process.exit(7))
process.on('SIGINT', () => process.exit(8))
setInterval(() => {}, 1000)
console.log('pid ' + process.pid)`
  writeFileSync(join(folder, 'program.mjs'), program)
})
afterEach(() => {
  running?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Launches the program above, either by becoming it or as a child, as an older Node must. */
async function launched(asChild: boolean): Promise<{ pid: number; exit: Promise<number | null> }> {
  const starter = `${asChild ? 'process.execve = undefined' : ''}
const { launch } = await import(${JSON.stringify(join(import.meta.dirname, 'launch.mjs'))})
launch(process.execPath, [${JSON.stringify(join(folder, 'program.mjs'))}])`
  writeFileSync(join(folder, 'starter.mjs'), starter)
  const child = spawn(process.execPath, [join(folder, 'starter.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] })
  running = child
  const exit = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))
  const pid = await new Promise<number>((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => resolve(Number(/pid (\d+)/.exec(text)?.[1])))
  })
  return { pid, exit }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe.each([
  ['becoming the program', false],
  ['with the program as a child', true],
])('%s', (_, asChild) => {
  test.each([
    ['SIGTERM', 7],
    ['SIGINT', 8],
  ] as const)('%s reaches it, and its exit code is ours', async (signal, code) => {
    const { pid, exit } = await launched(asChild)
    running?.kill(signal)
    expect(await exit).toBe(code)
    expect(alive(pid)).toBe(false)
  })
})

test.skipIf(!existsSync('/usr/bin/setpriv'))('a killed launcher leaves no orphan', async () => {
  const { pid, exit } = await launched(true)
  running?.kill('SIGKILL')
  await exit
  await vi.waitFor(() => expect(alive(pid)).toBe(false), { timeout: 60_000 })
})
