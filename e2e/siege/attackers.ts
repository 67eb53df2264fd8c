import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { Bootstrap } from '../../packages/server/src/laptop/bootstrap.ts'
import { type Attack, attacksOn } from './attacks.ts'

// A process of its own, so that what attackers do to themselves is not measured: `attackers.ts <bootstrap.json>`. It goes on until its input ends
// and then tells the rounds of each attack. Their computers are not the platform's: where both want the processor, the platform goes first.

const LOW_PRIORITY = 10

const bootstrap = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Bootstrap
setPriority(LOW_PRIORITY)
const attacks = attacksOn(bootstrap)
const rounds: Record<string, number> = {}
let isOver = false

async function rage(attack: Attack): Promise<void> {
  while (!isOver) {
    await attack.round()
    rounds[attack.name] = (rounds[attack.name] ?? 0) + 1
  }
}

const raging = attacks.map(rage)
process.stdin.resume().once('end', async () => {
  isOver = true
  for (const attack of attacks) attack.stop()
  await Promise.all(raging)
  process.stdout.write(JSON.stringify(rounds))
})
