import { dirname } from 'node:path'

export interface StartWrites {
  /** Whether a change calls for a restart. `start` is the number of the start in progress; undefined between starts. */
  isEdit(path: string, start: number | undefined): boolean
}

/**
 * Tells what a start itself writes (`npm run build` rewrites `dist`) from what a developer changes meanwhile. A folder that changed
 * during an earlier start, and never between starts, is output: its changes during a start would restart the application forever.
 */
export function createStartWrites(): StartWrites {
  const edited = new Set<string>()
  const firstWritten = new Map<string, number>()
  return {
    isEdit(path, start) {
      if (start === undefined) {
        edited.add(folderOf(path))
        return true
      }
      const within = withFolders(path)
      const isOutput =
        within.some((each) => (firstWritten.get(each) ?? start) < start) && !within.some((each) => edited.has(each))
      // A folder that is made is told alone: what is in it may be there before it is watched.
      for (const each of [path, folderOf(path)]) if (!firstWritten.has(each)) firstWritten.set(each, start)
      return !isOutput
    },
  }
}

/** A file of the root stands for itself: the root holds sources and output. */
function folderOf(path: string): string {
  const folder = dirname(path)
  return folder === '.' ? path : folder
}

function withFolders(path: string): string[] {
  const all: string[] = []
  for (let at = path; at !== '.'; at = dirname(at)) all.push(at)
  return all
}
