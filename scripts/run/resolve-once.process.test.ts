import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const hook = join(import.meta.dirname, 'resolve-once.mjs')

/** Says which modules are loaded, in the order of their addresses, and as what. */
const told = `
import { registerHooks } from 'node:module'
const loaded = new Set()
registerHooks({
  load(url, context, next) {
    const module = next(url, context)
    loaded.add(module.format + ' ' + url)
    return module
  },
})
await import(process.argv[1])
process.stdout.write([...loaded].sort().join('\\n'), () => process.exit())
`

function modulesOf(file: string, ...args: string[]): string[] {
  const all = [...args, '--input-type=module', '--eval', told, join(root, file)]
  return execFileSync(process.execPath, all, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).split('\n')
}

test.each(['packages/server/src/app.ts', 'packages/simulator/src/start-simulator.ts'])(
  'the same modules of %s are loaded when imports are taken at their word',
  (file) => {
    const modules = modulesOf(file)
    expect(modules.length).toBeGreaterThan(50)
    expect(modulesOf(file, '--import', hook)).toEqual(modules)
  },
)
