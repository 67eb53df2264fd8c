import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { guarded } from '../guarded.ts'
import type { HostLimits, ThreadHost } from './thread-host.ts'

const TRIES = 50
const AGAIN_MS = 150

/**
 * The inside of a thread as a process of its own. Threads of one process share its memory map: one of low priority that is interrupted while it
 * changes the map holds up the event loop until it has its next turn, on a busy machine for hundreds of milliseconds.
 */
export function childHost(
  module: URL,
  { memoryMb, niceness }: HostLimits,
  env: Record<string, string> = {},
): ThreadHost {
  const child: ChildProcess = fork(module, [String(niceness)], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${memoryMb}`, '--single-threaded-gc', '--no-warnings'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true,
    // What strangers wrote is worked on here: nothing of the platform's environment is needed for it.
    env,
  })
  giveGroupPriority(child.pid, niceness)
  return {
    on: (event, listener) => void child.on(event, listener as (value: unknown) => void),
    off: (event, listener) => void child.off(event, listener as (value: unknown) => void),
    // One that has ended tells so by itself.
    post(input) {
      child.send(input as object, () => {})
    },
    unref() {
      child.unref()
      child.channel?.unref()
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

/**
 * Linux may share the processor between sessions first: then a low priority counts among the processes of the session alone, and an application beside it
 * would wait for all of them alike. So the process has a session of its own, with that priority. Elsewhere there is no such file.
 */
function giveGroupPriority(pid: number | undefined, niceness: number, triesLeft = TRIES): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness))
  } catch (error) {
    // Ordinary users change one in a tenth of a second.
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || triesLeft === 0) return
    const again = () => giveGroupPriority(pid, niceness, triesLeft - 1)
    setTimeout(guarded(again, again), AGAIN_MS).unref()
  }
}
