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

// By itself `waitFor` gives up after one second, which a busy machine takes to start a program. `expect.poll` has a minute.
const waiting = `vi.${'waitFor'}(`

test('nothing that a test waits for has one second only', () => {
  const files = globSync('{packages,e2e,examples,scripts,bench}/**/*.{ts,tsx}', { cwd: root, exclude: never })
  const short = files.flatMap((file) =>
    callsOf(waiting, readFileSync(join(root, file), 'utf8'))
      .filter((call) => !/\btimeout[,:]/.test(call))
      .map(() => file),
  )
  expect(files.length).toBeGreaterThan(1_000)
  expect(short).toEqual([])
})
