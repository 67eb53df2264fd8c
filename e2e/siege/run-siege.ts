import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoDone, startLaptop } from '../../packages/server/src/testing/laptop.ts'
import { demoWorld } from './demo-world.ts'
import { plainHabits } from './habits.ts'
import { beHonest, type Measured } from './honest.ts'
import { startAttackers } from './start-attackers.ts'

export interface SiegeReport {
  quiet: Measured[]
  siege: Measured[]
  rounds: Record<string, number>
  /** What became of honest parties besides their calls; nothing should. */
  harm: string[]
}

/** Parties of each kind misbehave at once while honest ones work; measures those, before and meanwhile. `applications` adds the demo's and hostile ones. */
export async function runSiege(options: {
  quietMs: number
  siegeMs: number
  applications: boolean
}): Promise<SiegeReport> {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-siege-'))
  const laptop = await startLaptop(folder, {}, { demo: options.applications })
  try {
    const { bootstrap } = laptop
    const habits = plainHabits(bootstrap)
    if (options.applications) await demoDone(laptop)
    const world = options.applications ? await demoWorld(bootstrap) : undefined
    habits.push(...(world?.habits ?? []))
    const quiet = await beHonest(habits, options.quietMs)
    await world?.attack()
    const attackers = startAttackers(join(folder, 'bootstrap.json'))
    const siege = await beHonest(habits, options.siegeMs).finally(() => attackers.end())
    const rounds = await attackers.end()
    const harm = (await world?.harm()) ?? []
    if (laptop.child.exitCode !== null || laptop.child.signalCode !== null) harm.push('the platform ended')
    return { quiet, siege, rounds, harm }
  } finally {
    await laptop.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}
