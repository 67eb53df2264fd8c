import type { ChildProcess } from 'node:child_process'
import type { Log } from '../../lib/log.ts'
import { runningPostmaster } from './postmaster.ts'

const STOP_LIMIT_MS = 30_000

/** A running database server, ours or left over from a former run. */
export interface Server {
  ended: Promise<void>
  stop(): Promise<void>
}

/** A server that is not our child: watched and ended by its process id. */
export function adopted(data: string, pid: number): Server {
  let stopped = false
  const gone = async (limit: number): Promise<boolean> => {
    const until = Date.now() + limit
    while (runningPostmaster(data) === pid) {
      if (Date.now() > until) return false
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return true
  }
  const ended = new Promise<void>((resolve) => {
    const isOver = () => stopped || runningPostmaster(data) !== pid
    const look = setInterval(() => {
      try {
        if (!isOver()) return
      } catch {
        // Whether it runs cannot be told now; the next look will.
        return
      }
      clearInterval(look)
      resolve()
    }, 1_000)
    look.unref()
  })
  return {
    ended,
    async stop() {
      stopped = true
      if (runningPostmaster(data) !== pid) return
      process.kill(pid, 'SIGINT')
      if (!(await gone(STOP_LIMIT_MS)) && runningPostmaster(data) === pid) process.kill(pid, 'SIGQUIT')
    },
  }
}

/** Asks our child to end its sessions and close the database properly. */
export async function stopChild(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGINT')
  const force = setTimeout(() => child.kill('SIGQUIT'), STOP_LIMIT_MS)
  await ended
  clearTimeout(force)
}

/** Keeps a server running: one that ends without being asked is started again, at once and then with growing pauses. */
export async function supervise(start: () => Promise<Server>, log: Log): Promise<{ stop(): Promise<void> }> {
  let server = await start()
  const stopping = new AbortController()
  const watch = async () => {
    for (let pause = 0; !stopping.signal.aborted; ) {
      await server.ended
      if (stopping.signal.aborted) return
      log.error({}, 'The database server ended unexpectedly and is started again')
      await new Promise((resolve) => setTimeout(resolve, pause))
      pause = Math.min(pause * 2 + 100, 5_000)
      try {
        server = await start()
        pause = 0
      } catch (error) {
        log.error({ error }, 'The database server could not be started again')
      }
    }
  }
  const watching = watch()
  return {
    async stop() {
      stopping.abort()
      await server.stop()
      await watching
    },
  }
}
