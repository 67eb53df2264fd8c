import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

/** Where the set-up tools are looked for: never the platform's own PATH, which may name folders of the project. */
export const TOOL_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

export function findTool(name: string): string | null {
  for (const folder of TOOL_PATH.split(':')) {
    const path = join(folder, name)
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {
      // Not in this folder.
    }
  }
  return null
}

export function networkNamespaceArguments(isRoot: boolean): string[] {
  return isRoot ? ['--net'] : ['--user', '--map-root-user', '--net']
}
