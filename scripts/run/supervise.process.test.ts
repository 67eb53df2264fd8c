import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let folder = ''
let running: ChildProcess | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mkt-supervise-'))
})
afterEach(() => {
  running?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** The program writes down each of its starts, with its port, and then does what the test says. */
function supervised(body: string, policy = { most: 3, withinMs: 60_000, firstMs: 10, longestMs: 20 }) {
  const starts = join(folder, 'starts')
  writeFileSync(
    join(folder, 'program.mjs'),
    `import { appendFileSync, readFileSync } from 'node:fs'
appendFileSync(${JSON.stringify(starts)}, process.pid + ' ' + process.env.TEST_PORT + '\\n')
const count = readFileSync(${JSON.stringify(starts)}, 'utf8').trim().split('\\n').length
const ready = () => process.send({ ready: true, again: process.env.TEST_PORT === '0' ? { TEST_PORT: '1234' } : {} }, () => appendFileSync(${JSON.stringify(join(folder, 'ready'))}, '.'))
process.on('SIGTERM', () => process.exit(7))
process.on('disconnect', () => process.exit(1))
const stay = () => setInterval(() => {}, 1000)
${body}`,
  )
  writeFileSync(
    join(folder, 'supervisor.mjs'),
    `const { supervise } = await import(${JSON.stringify(join(import.meta.dirname, 'supervise.mjs'))})
supervise(process.execPath, [${JSON.stringify(join(folder, 'program.mjs'))}], { policy: ${JSON.stringify(policy)} })`,
  )
  const child = spawn(process.execPath, [join(folder, 'supervisor.mjs')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, TEST_PORT: '0' },
  })
  running = child
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const exit = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)))
  const all = () => {
    try {
      return readFileSync(starts, 'utf8').trim().split('\n')
    } catch {
      return []
    }
  }
  return { child, exit, said: () => said, starts: all, pid: () => Number(all().at(-1)?.split(' ')[0]) }
}

const soon = (check: () => void) => vi.waitFor(check, { timeout: 60_000 })

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('a program that ends by a fault is brought back with the ports it had, and the terminal says so', async () => {
  const { child, exit, said, starts } = supervised(
    'ready(); if (count < 3) setTimeout(() => process.exit(70), 10); else stay()',
  )
  await soon(() => expect(said().match(/MKT is back\./g)).toHaveLength(2))
  expect(said()).toMatch(/MKT ended unexpectedly \(exit code 70\); starting it again in 0\.01 s \(1 of 3\)/)
  expect(starts().map((line) => line.split(' ')[1])).toEqual(['0', '1234', '1234'])
  child.kill('SIGTERM')
  expect(await exit).toBe(7)
})

test('a program that was killed is brought back', async () => {
  const { child, exit, said, pid } = supervised('ready(); stay()')
  await soon(() => expect(existsSync(join(folder, 'ready'))).toBe(true))
  process.kill(pid(), 'SIGKILL')
  await soon(() => expect(said()).toContain('MKT is back.'))
  expect(said()).toContain('signal SIGKILL')
  child.kill('SIGTERM')
  expect(await exit).toBe(7)
})

test('a program that ends again and again is given up, with a message and its exit code', async () => {
  const { exit, said, starts } = supervised('ready(); setTimeout(() => process.exit(70), 10)')
  expect(await exit).toBe(70)
  expect(starts()).toHaveLength(4)
  expect(said()).toMatch(
    /MKT ended unexpectedly 4 times in 1 minutes, last with exit code 70, and is not started again/,
  )
})

test('a program that cannot start is not started again: it has said why', async () => {
  const { exit, starts, said } = supervised('process.exit(1)')
  expect(await exit).toBe(1)
  expect(starts()).toHaveLength(1)
  expect(said()).toBe('')
})

test('a program that ends in order ends the supervisor', async () => {
  const { exit, starts } = supervised('ready(); setTimeout(() => process.exit(0), 10)')
  expect(await exit).toBe(0)
  expect(starts()).toHaveLength(1)
})

test('a signal before the program is started again ends everything', async () => {
  const slow = { most: 3, withinMs: 60_000, firstMs: 3_600_000, longestMs: 3_600_000 }
  const { child, exit, said } = supervised('ready(); setTimeout(() => process.exit(70), 10)', slow)
  await soon(() => expect(said()).toContain('ended unexpectedly'))
  child.kill('SIGINT')
  expect(await exit).toBe(0)
})

test('a supervisor that is killed leaves no program behind', async () => {
  const { child, exit, pid } = supervised('ready(); stay()')
  await soon(() => expect(pid()).toBeGreaterThan(0))
  const left = pid()
  child.kill('SIGKILL')
  await exit
  await soon(() => expect(alive(left)).toBe(false))
})
