import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import { join } from 'node:path'
import { guarded } from '@mkt/engines'

const ignored = /(^|\/)(node_modules|\.git|\.mkt|coverage|__pycache__)(\/|$)|\.log$|\.test\.[mc]?[jt]s$|~$|\.sw[px]$/

/** Editors write a file in several steps; one change is told once they are quiet. */
const QUIET_MS = 120

/** Whether a changed file can matter to the running application. */
export function matters(path: string): boolean {
  return !ignored.test(path)
}

/**
 * Tells of changes below a folder. Gives back what ends the watching. Folders are watched, not files: editors, `sed -i` and
 * `git checkout` put another file in place of the old one, and a watch on the old one would hear no more.
 */
export function watchFolder(
  dir: string,
  changed: (paths: string[]) => void,
  /** Asked when a file changes, which is before it is told. */
  isWanted: (path: string) => boolean = () => true,
  failed: (error: unknown) => void = () => {},
): () => void {
  const watchers = new Map<string, FSWatcher>()
  const paths = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const tell = () => {
    const told = [...paths]
    paths.clear()
    changed(told)
  }
  const note = (path: string) => {
    if (!matters(path) || !isWanted(path)) return
    paths.add(path)
    clearTimeout(timer)
    timer = setTimeout(guarded(failed, tell), QUIET_MS)
  }
  const forget = (folder: string) => {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }
  const add = (folder: string) => {
    if (watchers.has(folder) || (folder !== '' && !matters(folder))) return
    const watcher = watch(join(dir, folder))
    watchers.set(folder, watcher)
    watcher.on('error', () => forget(folder))
    watcher.on(
      'change',
      guarded(failed, (_event: string, name: string | Buffer | null) => {
        if (name === null) return
        const path = join(folder, String(name))
        const there = statSync(join(dir, path), { throwIfNoEntry: false })
        // A folder that comes back under the same name is another folder.
        if (there?.isDirectory() !== true || !watchers.has(path)) forget(path)
        if (there?.isDirectory()) add(path)
        note(path)
      }),
    )
    for (const entry of readdirSync(join(dir, folder), { withFileTypes: true }))
      if (entry.isDirectory()) add(join(folder, entry.name))
  }
  add('')
  return () => {
    clearTimeout(timer)
    for (const folder of [...watchers.keys()]) forget(folder)
  }
}
