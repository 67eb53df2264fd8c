import { setTimeout as pause } from 'node:timers/promises'
import { plainText } from '@mkt/contract/text'
import type { Engine, InstanceSpec } from '@mkt/engines'
import type { PerformancePlan } from '@mkt/manifest'
import type { Image } from '@mkt/oci'
import { healthStatus } from './becomes-healthy.ts'
import { openLocalEngine, relayTo, specOf } from './local-image.ts'

export type Trial =
  | { outcome: 'healthy' }
  /** It ended by itself, or did not answer `/health` with 200 in time. */
  | { outcome: 'failed'; reason: string; output: string[] }
  /** This machine cannot say. */
  | { outcome: 'untried'; reason: string }

export interface TryOptions {
  plan: PerformancePlan
  signal: AbortSignal
  /** Half of what the platform gives it, on a machine that is likely to be faster. */
  limitMs?: number
}

const LIMIT_MS = 60_000
const LOOK_MS = 200
const LAST_LINES = 20
/** Nothing listens there: an application reads its state with the key of a request, and no request is sent. */
const NO_STATE = 'http://127.0.0.1:9'

/** Runs an image in the sandbox of this machine until it is healthy, isolated and limited as on the platform. */
export async function tryImage(image: Image, { plan, signal, limitMs = LIMIT_MS }: TryOptions): Promise<Trial> {
  const { Entrypoint = [], Cmd = [] } = image.config.config ?? {}
  if ((Entrypoint ?? []).length === 0 && (Cmd ?? []).length === 0)
    return { outcome: 'failed', reason: 'The image names neither an entry point nor a command.', output: [] }
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return { outcome: 'untried', reason: 'only Linux on amd64 runs it as the platform does' }
  const { engine, close } = await openLocalEngine('try')
  try {
    const { missing, outside } = await engine.isolation()
    // Limits may be missing; walls may not: whose image it is, is not asked.
    const wall = missing.find(({ part }) => part !== 'memory' && part !== 'cpu')
    if (wall !== undefined) return { outcome: 'untried', reason: wall.reason }
    const spec = specOf(image, { stateApi: NO_STATE, allowAddresses: [], plan })
    const trial = await watch(engine, spec, signal, limitMs)
    // An application may need the outside to start, and this machine does not give it.
    if (trial.outcome === 'failed' && !outside)
      return { outcome: 'untried', reason: `applications have no way out of it, and without one: ${trial.reason}` }
    return trial
  } finally {
    await close()
  }
}

async function watch(engine: Engine, spec: InstanceSpec, signal: AbortSignal, limitMs: number): Promise<Trial> {
  const id = spec.instanceId
  await engine.start(spec)
  const relay = await relayTo(async () => (await engine.observe(id))?.address ?? null)
  const until = Date.now() + limitMs
  let last = 'nothing listened on the port in MKT_PORT'
  try {
    while (Date.now() < until) {
      signal.throwIfAborted()
      const seen = await engine.observe(id)
      if (seen?.status === 'stopped') return await ended(engine, id, seen.exit)
      const status = await healthStatus(relay.url)
      if (status === 200) return { outcome: 'healthy' }
      if (status !== undefined) last = `it answered ${status}`
      await pause(LOOK_MS)
    }
    const reason = `It did not answer GET /health with 200 within ${limitMs / 1000} s. The last time, ${last}.`
    return { outcome: 'failed', reason, output: await outputOf(engine, id) }
  } finally {
    relay.close()
    await engine.stop(id, { graceMs: 0 })
  }
}

async function ended(engine: Engine, id: string, exit: { code: number | null; reason: string } | null): Promise<Trial> {
  const reason = exit?.reason ?? 'It ended.'
  // Without a code it never began: that is this machine's trouble, not the image's.
  if (exit?.code === null || exit === null) return { outcome: 'untried', reason }
  return { outcome: 'failed', reason: `${reason} It was not healthy before.`, output: await outputOf(engine, id) }
}

async function outputOf(engine: Engine, id: string): Promise<string[]> {
  const { lines } = await engine.logs(id)
  return lines.slice(-LAST_LINES).map(({ text }) => plainText(text))
}
