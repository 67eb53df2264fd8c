import { readdirSync, readFileSync } from 'node:fs'

/** Threads and processes come and go while others are looked at. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** The child of this process that runs a module, where there is one. */
export function childPid(module: string): number | undefined {
  const children = readdirSync('/proc/self/task').flatMap((thread) =>
    read(`/proc/self/task/${thread}/children`).trim().split(' '),
  )
  const found = children.find((pid) => pid !== '' && read(`/proc/${pid}/cmdline`).includes(module))
  return found === undefined ? undefined : Number(found)
}
