import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../../..')

/** A copy of an example that may be changed. What somebody sent to the example on this machine stays with it. */
export function copyExample(example: string): { dir: string; remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), 'mkt-example-'))
  const filter = (path: string) => basename(path) !== '.mkt'
  cpSync(join(root, 'examples', example), dir, { recursive: true, filter })
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'))
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) }
}
