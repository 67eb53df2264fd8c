import { watch } from 'node:fs'
import { guarded } from '@mkt/engines'

const ignored = /(^|\/)(node_modules|\.git|\.mkt|dist|coverage)(\/|$)|\.log$|\.test\.[mc]?[jt]s$|~$|\.swp$/

/** Editors write a file in several steps; one change is told once they are quiet. */
const QUIET_MS = 120

/** Whether a changed file can matter to the running application. */
export function matters(path: string): boolean {
  return !ignored.test(path)
}

/** Tells of changes below a folder. Gives back what ends the watching. */
export function watchFolder(
  dir: string,
  changed: (paths: string[]) => void,
  failed: (error: unknown) => void = () => {},
): () => void {
  const paths = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const tell = () => {
    const told = [...paths]
    paths.clear()
    changed(told)
  }
  const note = (_event: string, path: string | null) => {
    if (path === null || !matters(path)) return
    paths.add(path)
    clearTimeout(timer)
    timer = setTimeout(guarded(failed, tell), QUIET_MS)
  }
  const watcher = watch(dir, { recursive: true })
  watcher.on('change', guarded(failed, note))
  watcher.on('error', () => {})
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}
