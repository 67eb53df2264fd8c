import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const never = ['**/node_modules/**', '**/dist/**']

/** The text of each call, from its name to the bracket that closes it. */
function callsOf(name: string, text: string): string[] {
  const calls: string[] = []
  for (let from = text.indexOf(name); from >= 0; from = text.indexOf(name, from + 1)) {
    let open = 1
    let end = from + name.length
    for (; open > 0 && end < text.length; end += 1) open += { '(': 1, ')': -1 }[text.charAt(end)] ?? 0
    calls.push(text.slice(from, end))
  }
  return calls
}

const files = globSync('{packages,e2e,examples,scripts,bench}/**/*.{ts,tsx}', { cwd: root, exclude: never })

/** The calls of a function in all files that are wrong, each with its file. */
function wrong(name: string, isWrong: (call: string) => boolean): string[] {
  return files.flatMap((file) =>
    callsOf(name, readFileSync(join(root, file), 'utf8'))
      .filter(isWrong)
      .map((call) => `${file}: ${call}`),
  )
}

// By itself `waitFor` gives up after one second, which a busy machine takes to start a program. `expect.poll` has a minute.
const waiting = `vi.${'waitFor'}(`
const polling = `.${'poll'}(`
const MINUTE = 60_000

test('nothing that a test waits for has one second only', () => {
  expect(files.length).toBeGreaterThan(1_000)
  expect(wrong(waiting, (call) => !/\btimeout[,:]/.test(call))).toEqual([])
})

test('nothing that a test waits for has less than a minute: the condition ends the wait, and a busy machine is slow', () => {
  const isShort = (call: string) =>
    [...call.matchAll(/\btimeout: ([\d_]+)\b(?! \*)/g)].some(
      ([, time = '']) => Number(time.replaceAll('_', '')) < MINUTE,
    )
  expect([...wrong(waiting, isShort), ...wrong(polling, isShort)]).toEqual([])
})
