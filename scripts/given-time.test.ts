import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { server } from './layers.rules.ts'

const home = join(import.meta.dirname, '../packages/server/src')
/** Where the programs begin: they hand the machine's clock and chance to everything below. */
const beginnings = /^(?:wiring|admin|laptop|testing|front|config)\/|^[^/]+$/
const sources = globSync('**/*.ts', { cwd: home }).filter(
  (file) => !file.endsWith('.test.ts') && !beginnings.test(file),
)
const ambient =
  /\bnew Date\(\)|\bDate\.now\b|\bDate\(\)|\bMath\.random\b|\brandom(?:Bytes|UUID|Int|Fill)\b|\bgetRandomValues\b|\bsystem(?:Clock|Random)\b/

/** The files that ask the machine, and why an argument would be worse. */
const asking: Record<string, string> = {
  'lib/clock.ts': 'is the clock',
  'lib/random.ts': 'is the source of chance',
  'lib/log.ts': 'a line says when it was written, whatever clock the code uses',
  'lib/http/server-exchange.ts': 'the date of a response is that of the machine',
  'lib/seal.ts': 'keys and nonces must not be foreseeable',
  'lib/password/password.ts': 'salts must not be foreseeable',
  'lib/master-keys.ts': 'keys must not be foreseeable',
}

test('the server takes the time and chance as arguments, and a short list of files asks the machine', () => {
  expect(sources.length).toBeGreaterThan(500)
  const found = sources.filter((file) => ambient.test(readFileSync(join(home, file), 'utf8')))
  expect(found.sort()).toEqual(Object.keys(asking).sort())
})

test('every folder of the server is held to it, or begins a program', () => {
  const folders = Object.keys(server).filter((name) => !name.endsWith('.ts'))
  const held = folders.filter((folder) => !beginnings.test(`${folder}/`))
  expect(held).toEqual(expect.arrayContaining(['lib', 'domain', 'store', 'outbound', 'actions', 'workers']))
  expect(held.filter((folder) => !sources.some((file) => file.startsWith(`${folder}/`)))).toEqual([])
})
