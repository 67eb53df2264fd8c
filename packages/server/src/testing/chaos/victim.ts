import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A process of the chaos run that is killed now and then, and started again. */
export interface Victim {
  name: string
  pid(): number | undefined
  /** Kills it with no warning and starts it again. */
  kill(): Promise<void>
  stop(): Promise<void>
}

export async function startVictim(name: string, script: string, args: string[]): Promise<Victim> {
  let child = await launch(script, args)
  return {
    name,
    pid: () => child.pid,
    async kill() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      child = await launch(script, args)
    },
    async stop() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

/** A process that cannot take its port yet (the killed one is just going) is tried again. */
async function launch(script: string, args: string[]): Promise<ChildProcess> {
  for (let tries = 0; ; tries += 1) {
    const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    let errors = ''
    child.stderr?.on('data', (chunk) => {
      errors = (errors + chunk).slice(-2000)
    })
    const ready = once(child.stdout as NodeJS.EventEmitter, 'data').then(() => true)
    const ended = once(child, 'exit').then(() => false)
    if (await Promise.race([ready, ended])) return child
    if (tries >= 20) throw new Error(`${script} does not start: ${errors}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
