import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const text = readFileSync(join(root, 'scripts/run.mjs'), 'utf8')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
/** Command → file, as the way in has them. */
const commands = new Map(
  [...text.matchAll(/^ {2}'?([\w:]+)'?: \{ file: '([^']+)'/gm)].map(([, name, file]) => [name, file]),
)

test('every npm script is a command of the one way in, and its program exists', () => {
  expect(commands.size).toBeGreaterThan(10)
  for (const [name, line] of Object.entries(scripts)) {
    expect(line).toBe(`exec node scripts/run.mjs ${name}`)
    expect(commands.has(name), name).toBe(true)
  }
  for (const file of commands.values()) expect(existsSync(join(root, `${file}`)), file).toBe(true)
})
