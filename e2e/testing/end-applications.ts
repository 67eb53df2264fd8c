import { readdirSync, readFileSync } from 'node:fs'

/** What keeps applications, and their way outside, without the platform. */
function helpersBelow(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        return command.includes(folder) && command.includes('/sandbox/programs/')
      } catch {
        return false
      }
    })
    .map(Number)
}

/**
 * Ends the applications that a platform with its data below this folder has left running. A production platform leaves them on
 * purpose when it stops, so that a new process finds them; after a test nobody will.
 */
export async function endApplications(folder: string): Promise<void> {
  for (const pid of helpersBelow(folder)) process.kill(pid, 'SIGTERM')
  for (const until = Date.now() + 20_000; Date.now() < until; await new Promise((later) => setTimeout(later, 50)))
    if (helpersBelow(folder).length === 0) return
  throw new Error(`Applications below ${folder} do not end.`)
}
