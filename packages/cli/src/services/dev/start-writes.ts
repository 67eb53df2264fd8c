import { dirname } from 'node:path'

export interface StartWrites {
  /** The changed paths that call for a restart. `start` is the number of the start under way; undefined between starts. */
  restartFor(paths: readonly string[], start: number | undefined): string[]
}

/**
 * Tells what a start itself writes (`npm run build` rewrites `dist`) from what a developer changes meanwhile. A folder that changed
 * during an earlier start, and never between starts, is output: its changes during a start would restart the application forever.
 */
export function createStartWrites(): StartWrites {
  const edited = new Set<string>()
  const firstWritten = new Map<string, number>()
  return {
    restartFor(paths, start) {
      if (start === undefined) {
        for (const path of paths) edited.add(dirname(path))
        return [...paths]
      }
      return paths.filter((path) => {
        const folder = dirname(path)
        const first = firstWritten.get(folder) ?? start
        firstWritten.set(folder, first)
        return edited.has(folder) || first === start
      })
    },
  }
}
