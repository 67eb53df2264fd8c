import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { within } from '../within.ts'
import { type OutletOptions, spawnOutlet } from './launch.ts'
import { OUTLET_QUESTION } from './outlet-names.ts'
import { isAlive, type ProcessIdentity, signal } from './process-identity.ts'

const LOOK_MS = 2_000
const ANSWER_MS = 5_000

export interface Outlet {
  readonly socket: string
  /** Resolves when somebody serves the outlet, starting it when nobody does. */
  ensure(): Promise<void>
  /** Starts it again where it was killed; looks now and then only. */
  keep(): void
  /** Ends it, whichever platform started it. */
  end(): void
}

export function createOutlet(program: string, socket: string, instances: string, options: OutletOptions): Outlet {
  let running: Promise<void> | null = null

  const start = async () => {
    if (await answers(socket)) return
    const child = spawnOutlet(program, socket, instances, options)
    // It says it is ready, or ends because another one was quicker.
    await new Promise<void>((resolve, reject) => {
      child.stdout?.once('data', () => resolve())
      child.once('exit', () => resolve())
      child.once('error', reject)
    })
    child.stdout?.destroy()
    child.unref()
  }

  const ensure = () => {
    running ??= start().finally(() => {
      running = null
    })
    return running
  }
  const isServed = () => {
    const identity = readIdentity(`${socket}.json`)
    return identity !== null && isAlive(identity) && existsSync(socket)
  }
  let lookedAt = 0

  return {
    socket,
    ensure,
    keep() {
      if (Date.now() - lookedAt < LOOK_MS) return
      lookedAt = Date.now()
      // The kernel's word wakes nobody; what lives here and is about to end is gone at the next look.
      if (isServed()) return
      // Applications lose nothing but connections that fail; the next look tries again.
      ensure().catch(() => {})
    },
    end() {
      const identity = readIdentity(`${socket}.json`)
      if (identity !== null) signal(identity, 'SIGTERM')
    },
  }
}

function readIdentity(path: string): ProcessIdentity | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as ProcessIdentity
  } catch {
    return null
  }
}

/** Asks for a word: to be connected is not enough, because the kernel connects with a process that is about to end, too. */
async function answers(path: string): Promise<boolean> {
  const socket = connect(path)
  const found = new Promise<boolean>((resolve) => {
    socket.once('data', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
    socket.write(`${OUTLET_QUESTION}\n`)
  })
  return within(ANSWER_MS, found)
    .catch(() => false)
    .finally(() => socket.destroy())
}
