import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLaptop } from '../laptop.ts'
import { type Attack, attacksOn } from './attacks.ts'
import { beHonest, type Measured } from './honest.ts'

export interface SiegeReport {
  quiet: Measured[]
  siege: Measured[]
  rounds: Record<string, number>
  /** Whether the platform ended or was replaced meanwhile. */
  ended: boolean
}

/** Parties of each kind misbehave at once while honest ones work; measures those, before and meanwhile. */
export async function runSiege(options: { quietMs: number; siegeMs: number }): Promise<SiegeReport> {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-siege-'))
  const laptop = await startLaptop(folder)
  const attacks = attacksOn(laptop.bootstrap)
  const rounds: Record<string, number> = {}
  let isOver = false
  const rage = async (attack: Attack) => {
    while (!isOver) {
      await attack.round()
      rounds[attack.name] = (rounds[attack.name] ?? 0) + 1
    }
  }
  try {
    const quiet = await beHonest(laptop.bootstrap, options.quietMs)
    const raging = attacks.map(rage)
    const siege = await beHonest(laptop.bootstrap, options.siegeMs)
    isOver = true
    for (const attack of attacks) attack.stop()
    await Promise.all(raging)
    const ended = laptop.child.exitCode !== null || laptop.child.signalCode !== null
    return { quiet, siege, rounds, ended }
  } finally {
    isOver = true
    for (const attack of attacks) attack.stop()
    await laptop.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}
