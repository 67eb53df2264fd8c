import { watch } from 'node:fs'

const ignored = /(^|\/)(node_modules|\.git|\.mkt|dist|coverage)(\/|$)|\.log$|\.test\.[mc]?[jt]s$|~$|\.swp$/

/** Editors write a file in several steps; one change is told once they are quiet. */
const QUIET_MS = 120

/** Whether a changed file can matter to the running application. */
export function matters(path: string): boolean {
  return !ignored.test(path)
}

/** Tells of changes below a folder. Gives back what ends the watching. */
export function watchFolder(dir: string, changed: (paths: string[]) => void): () => void {
  const paths = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const watcher = watch(dir, { recursive: true }, (_event, path) => {
    if (path === null || !matters(path)) return
    paths.add(path)
    clearTimeout(timer)
    timer = setTimeout(() => {
      const told = [...paths]
      paths.clear()
      changed(told)
    }, QUIET_MS)
  })
  watcher.on('error', () => {})
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}
