import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoDone, startLaptop } from '../../packages/server/src/testing/platform/laptop.ts'
import type { Done } from './attacks/attack.ts'
import { giantAddress } from './attacks/giant-policy-system.ts'
import type { CpuSeconds } from './cpu-watch.ts'
import { demoWorld } from './demo-world.ts'
import { plainHabits } from './habits.ts'
import { beHonest, type Measured } from './honest.ts'
import { startApart } from './start-apart.ts'

export interface SiegeOptions {
  quietMs: number
  siegeMs: number
  /** Adds the demo's applications and hostile ones. */
  applications: boolean
  /** How many processes serve gateway and state interface beside the main one; without it, or with 1, none does. */
  processes?: number
  /** Attacks and hostile applications to leave out, to see what they cost. */
  without?: readonly string[]
}

export interface SiegeReport {
  quiet: Measured[]
  siege: Measured[]
  attacks: Done
  /** Seconds of processor that each party took during the siege. */
  cpu: CpuSeconds
  /** What became of honest parties besides their calls; nothing should. */
  harm: string[]
}

/** What is compiled, cached and connected in the first seconds is measured in neither run. */
const WARM_MS = 3_000

/**
 * Honest callers stand on machines of their own, so what they would wait for this one's processor is nobody's delay. What was started before keeps its priority;
 * an ordinary user may not do it, and measures a little more.
 */
function comeFirst(): void {
  try {
    setPriority(constants.priority.PRIORITY_ABOVE_NORMAL)
  } catch {}
}

/** Parties of each kind misbehave at once while honest ones work; measures those, before and meanwhile. */
export async function runSiege(options: SiegeOptions): Promise<SiegeReport> {
  const { applications, processes = 1, without = [] } = options
  const folder = mkdtempSync(join(tmpdir(), 'mkt-siege-'))
  // A chosen password costs what it costs everywhere; one made at random is cheap to check.
  const chosen = { MKT_BOOTSTRAP_PASSWORD: randomBytes(15).toString('base64url') }
  const env = { MKT_PROCESSES: String(processes), MKT_ALLOW_ADDRESSES: giantAddress, ...chosen }
  const laptop = await startLaptop(folder, env, { demo: applications })
  try {
    const { bootstrap, child } = laptop
    const habits = plainHabits(bootstrap)
    if (applications) await demoDone(laptop)
    if (applications) comeFirst()
    const world = applications ? await demoWorld(bootstrap) : undefined
    habits.push(...(world?.habits ?? []))
    await beHonest(habits, Math.min(WARM_MS, options.quietMs))
    const burner = startApart<object>('burner.ts', [], { yields: true })
    await burner.began
    const quiet = await beHonest(habits, options.quietMs).finally(burner.end)
    const honest = applications ? readdirSync(join(folder, 'sandbox/instances')) : []
    await world?.attack(without)
    const attackers = startApart<Done>('attackers.ts', [join(folder, 'bootstrap.json'), ...without], { yields: true })
    const watch = startApart<CpuSeconds>('cpu-watch.ts', [
      String(child.pid),
      String(attackers.pid),
      folder,
      honest.join(),
    ])
    await Promise.all([attackers.began, watch.began])
    const ending = () => Promise.all([watch.end(), attackers.end()])
    const siege = await beHonest(habits, options.siegeMs).finally(ending)
    const [cpu, attacks] = await ending()
    const hasEnded = child.exitCode !== null || child.signalCode !== null
    const harm = hasEnded ? [`the platform ended: ${laptop.output().slice(-1_000)}`] : ((await world?.harm()) ?? [])
    return { quiet, siege, attacks, cpu, harm }
  } finally {
    await laptop.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}
