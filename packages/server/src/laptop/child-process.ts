import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Child {
  process: ChildProcess
  stop(): Promise<void>
}

const STOP_MS = 5000

/**
 * Runs another of our programs beside the server. Its standard input stays open as long as we live: the child ends
 * when it closes, so that a killed server leaves nothing behind.
 */
export function runChild(file: string, args: readonly string[], env: Record<string, string> = {}): Child {
  const child = spawn(process.execPath, [file, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
    // A Ctrl-C at the terminal reaches the whole group; we stop our children ourselves, in order.
    detached: true,
  })
  child.stdin?.on('error', () => {})
  // One that cannot be started at all is never there to be stopped; who waits for it listens as well.
  child.on('error', () => {})
  return {
    process: child,
    async stop() {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await gone
      clearTimeout(timer)
    },
  }
}
