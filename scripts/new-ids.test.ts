import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const server = join(import.meta.dirname, '../packages/server/src')
const sources = globSync('**/*.ts', { cwd: server }).filter(
  (file) => !file.endsWith('.test.ts') && !file.startsWith('testing/') && file !== 'lib/ids.ts',
)

/** The arguments of each call, as written. */
function callsOf(name: string, text: string): string[][] {
  return [...text.matchAll(new RegExp(`\\b${name}\\(`, 'g'))].map(({ index, 0: begin }) => {
    const parts = ['']
    let depth = 0
    for (const char of text.slice(index + begin.length)) {
      if (char === ')' && depth === 0) break
      if (char === '(') depth += 1
      if (char === ')') depth -= 1
      if (char === ',' && depth === 0) parts.push('')
      else parts[parts.length - 1] += char
    }
    return parts.map((part) => part.trim()).filter((part) => part !== '')
  })
}

test('the server makes every id from a clock and a source of chance that it was given', () => {
  const calls = sources.flatMap((file) =>
    callsOf('newId', readFileSync(join(server, file), 'utf8')).map((given) => ({ file, given })),
  )
  expect(calls.length).toBeGreaterThan(40)
  expect(calls.filter(({ given }) => given.length !== 3)).toEqual([])
})
