import { spawn } from 'node:child_process'

export interface Program {
  pid: number
  /** What the ready line said: the groups of the pattern that matched it. */
  ready: RegExpExecArray
  stop(): Promise<void>
}

/** Starts a TypeScript program as a process and waits until it prints that it is ready. */
export function startProgram(
  file: string,
  options: { args?: string[]; env?: Record<string, string>; ready: RegExp; nodeArgs?: string[] },
): Promise<Program> {
  const child = spawn(process.execPath, [...(options.nodeArgs ?? []), file, ...(options.args ?? [])], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
  })
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  let output = ''
  return new Promise((resolve, reject) => {
    const read = (text: string) => {
      output = `${output}${text}`.slice(-100_000)
      const ready = options.ready.exec(output)
      if (ready === null || child.pid === undefined) return
      child.stdout.removeListener('data', read).resume()
      const stop = async () => {
        child.kill('SIGTERM')
        await ended
      }
      resolve({ pid: child.pid, ready, stop })
    }
    child.stdout.setEncoding('utf8').on('data', read)
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output = `${output}${text}`.slice(-100_000)
    })
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`${file} ended with ${code} before it was ready:\n${output}`)))
  })
}
