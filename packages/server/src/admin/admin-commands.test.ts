import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { adminCommands } from './admin-commands.ts'

const folder = join(import.meta.dirname, '..')
const program = readFileSync(join(folder, 'mkt-admin.ts'), 'utf8')

/** Every module that is loaded with this file, without those that it asks for later. */
function loadedWith(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  if (!file.startsWith(folder)) return found
  for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type\b).*?from '(.*?)'/gms))
    loadedWith(from.startsWith('.') ? join(dirname(file), from) : from, found)
  return found
}

it('the help names every command', () => {
  const named = program
    .slice(program.indexOf('`'), program.lastIndexOf('The database is that'))
    .matchAll(/^ {2}([a-z-]+)/gm)
  const elsewhere = ['base', 'log']
  expect(new Set(Array.from(named, ([, name]) => name))).toEqual(new Set([...Object.keys(adminCommands), ...elsewhere]))
})

it('nothing that a command needs is loaded before it is asked for', () => {
  const loaded = [...loadedWith(join(folder, 'admin/run-admin-command.ts'))].map((file) =>
    file.replace(`${folder}/`, ''),
  )
  expect(loaded).toContain('admin/admin-commands.ts')
  expect(
    loaded.filter((file) => /^(actions|api|laptop|outbound|wiring)\/|^@mkt\/(contract\/api|oci)$/.test(file)),
  ).toEqual([])
})

it.each([
  ['advisories', ['export', 'x']],
  ['blobs', ['copy']],
  ['confirm-takeover', ['https://one.example', 'two']],
  ['doctor', ['now']],
  ['migrate', ['--plan', 'twice']],
  ['migrate', ['--now']],
  ['remove-applications', ['all']],
  ['support', []],
  ['verify', ['place']],
])('%s %j is no command', async (command, args) => {
  expect(await adminCommands[command]?.(args, { usage: '', env: {} })).toBeUndefined()
})
