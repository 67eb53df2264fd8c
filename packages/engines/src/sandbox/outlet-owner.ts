import { connect } from 'node:net'
import { spawnOutlet } from './launch.ts'

export interface Outlet {
  readonly socket: string
  /** Resolves when somebody serves the outlet, starting it when nobody does. */
  ensure(): Promise<void>
  /** Ends the one this process started. */
  end(): void
}

export function createOutlet(program: string, socket: string, instances: string, idleMs: number): Outlet {
  let running: Promise<void> | null = null
  let pid: number | undefined

  const start = async () => {
    if (await answers(socket)) return
    const child = spawnOutlet(program, socket, instances, idleMs)
    pid = child.pid
    // It says it is ready, or ends because another one was quicker.
    await new Promise<void>((resolve, reject) => {
      child.stdout?.once('data', () => resolve())
      child.once('exit', () => resolve())
      child.once('error', reject)
    })
    child.once('exit', () => {
      pid = undefined
    })
    child.stdout?.destroy()
    child.unref()
  }

  return {
    socket,
    ensure() {
      running ??= start().finally(() => {
        running = null
      })
      return running
    },
    end() {
      if (pid !== undefined) process.kill(pid, 'SIGTERM')
    },
  }
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
