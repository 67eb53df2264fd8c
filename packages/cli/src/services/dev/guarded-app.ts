import type { ChildProcess } from 'node:child_process'
import { type EgressRules, guarded, type ProcessGuard } from '@mkt/engines'
import { relayTo } from '../image/local-image.ts'
import { refusedLines } from './dev-egress.ts'

const LOOK_MS = 250
/** Simulated tenant and servers of the author run on this machine; only what the rules name is reached of them. */
const THIS_MACHINE = ['127.0.0.0/8']

/** How an application that runs from its sources is held to what it declares. */
export interface EgressGuard {
  guard: ProcessGuard
  /** The rules of now: they follow the settings. */
  rules(): EgressRules
}

export interface LaunchedApp {
  child: ChildProcess
  url: string
  /** Waits until nothing is left of what runs beside it. */
  over(): Promise<void>
}

interface LaunchOptions {
  command: string
  dir: string
  env: NodeJS.ProcessEnv
  /** The port of this machine at which it is reached. */
  port: number
  stateApi: string
  output: (line: string) => void
}

/** Starts the application in a network of its own, shows it at a port of this machine, and tells what is refused. */
export async function launchGuarded(options: LaunchOptions, egress: EgressGuard): Promise<LaunchedApp> {
  const { command, dir, env, port, stateApi, output } = options
  let rules = egress.rules()
  let address: string | null = null
  // First: where the port is taken, no program is left behind.
  const relay = await relayTo(async () => address, port)
  const place = { stateApi, allowAddresses: THIS_MACHINE, egress: rules }
  const program = await egress.guard
    .start({ command, cwd: dir, port, env: () => env, ...place })
    .catch((error: unknown) => {
      relay.close()
      throw error
    })
  address = program.address
  const seen = new Map<string, number>()
  const look = () => {
    for (const line of refusedLines(program.counts(), seen)) output(line)
    const next = egress.rules()
    if (JSON.stringify(next) === JSON.stringify(rules)) return
    rules = next
    program.apply(next)
  }
  // A settings file that is being written is read again at the next look.
  const timer = setInterval(
    guarded(() => {}, look),
    LOOK_MS,
  )
  const end = async () => {
    clearInterval(timer)
    relay.close()
    await program.ended()
    for (const line of refusedLines(program.counts(), seen)) output(line)
  }
  const over = new Promise<void>((resolve) => {
    const settle = () => end().then(resolve, () => resolve())
    program.child.once('exit', () => void settle())
  })
  return { child: program.child, url: relay.url, over: () => over }
}
