import { Abort } from '../../abort.ts'
import type { DevImage, DevPlace } from '../dev/app-image.ts'
import { type AppProcess, startApp } from '../dev/app-process.ts'
import { becomesHealthy } from '../image/becomes-healthy.ts'

/** The application under test. */
export interface ConformanceApp {
  readonly url: string
  /** What it printed so far. */
  readonly output: readonly string[]
  /** Asks it to end and waits; the exit code, or undefined when it was still there after the time and was killed. */
  readonly end?: (withinMs: number) => Promise<number | null | undefined>
}

const HEALTHY_WITHIN_MS = 30_000
const OUTPUT_LINES = 5_000

/** Runs a command as the platform runs a container: with a port and the address of the state interface. */
export async function startConformanceApp(dir: string, command: string, stateApi: string): Promise<ConformanceApp> {
  return healthyApp((output) => startApp({ dir, command, stateApi, output }))
}

/** Runs an image in the sandbox, isolated as on the platform. */
export async function startConformanceImage(image: DevImage, place: DevPlace): Promise<ConformanceApp> {
  return healthyApp((output) => image.start(place, output))
}

async function healthyApp(start: (output: (line: string) => void) => Promise<AppProcess>): Promise<ConformanceApp> {
  const output: string[] = []
  const app = await start((line) => void (output.length < OUTPUT_LINES && output.push(line)))
  if (await app.healthy) return { url: app.url, output, end: app.end }
  const ended = await Promise.race([app.crashed, Promise.resolve(undefined)])
  await app.stop()
  throw notHealthy(
    ended === undefined ? late(app.url) : `The application did not start: ${ended}.`,
    output.length === 0 ? 'It said nothing.' : `It said: ${output.slice(-5).join(' | ')}`,
  )
}

/** An application that somebody else started. */
export async function openConformanceApp(address: string): Promise<ConformanceApp> {
  const url = address.replace(/\/+$/, '')
  const wait = { withinMs: HEALTHY_WITHIN_MS, everyMs: 100, ended: () => false }
  if (await becomesHealthy(url, wait)) return { url, output: [] }
  throw notHealthy(late(url), 'Start it with MKT_PORT and MKT_STATE_API.')
}

function late(url: string): string {
  return `${url}/health did not answer with 200 within ${HEALTHY_WITHIN_MS / 1000} s.`
}

function notHealthy(message: string, fix: string): Abort {
  return new Abort('not_healthy', message, { fix })
}
