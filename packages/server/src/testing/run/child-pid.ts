import { readdirSync, readFileSync } from 'node:fs'

/** Threads and processes come and go while others are looked at. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** The children of this process that run a module. */
export function childPids(module: string): number[] {
  const children = readdirSync('/proc/self/task').flatMap((thread) =>
    read(`/proc/self/task/${thread}/children`).trim().split(' '),
  )
  return children.filter((pid) => pid !== '' && read(`/proc/${pid}/cmdline`).includes(module)).map(Number)
}

/** One of them, where there is one. */
export const childPid = (module: string): number | undefined => childPids(module)[0]
