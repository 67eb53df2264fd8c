import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Whether Node would find a package from this folder: in its `node_modules`, or in that of a folder above. */
export function isInstalled(dir: string, name: string): boolean {
  for (let at = dir; ; at = dirname(at)) {
    if (existsSync(join(at, 'node_modules', name, 'package.json'))) return true
    if (at === dirname(at)) return false
  }
}
