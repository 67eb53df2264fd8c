import { readFileSync } from 'node:fs'
import type { Bootstrap } from '../../packages/server/src/laptop/bootstrap.ts'
import type { Attack, Done } from './attacks/attack.ts'
import { attacksOn } from './attacks/attacks.ts'

// A process of its own, so that what attackers do to themselves is not measured: `attackers.ts <bootstrap.json> [<attack to leave out>…]`. It goes on
// until its input ends and then tells what each attack did. It begins when each has what it needs for that.

const [file = '', ...without] = process.argv.slice(2)
const bootstrap = JSON.parse(readFileSync(file, 'utf8')) as Bootstrap
const attacks = attacksOn(bootstrap).filter(({ name }) => !without.includes(name))
let isOver = false

async function rage(attack: Attack): Promise<void> {
  while (!isOver) await attack.round()
}

await Promise.all(attacks.map((attack) => attack.prepare?.()))
process.stdout.write('attacking\n')
const raging = attacks.map(rage)
process.stdin.resume().once('end', async () => {
  isOver = true
  for (const attack of attacks) attack.stop()
  await Promise.all(raging)
  const told: Done = Object.fromEntries(attacks.map(({ name, least, done }) => [name, { least, done }]))
  process.stdout.write(JSON.stringify(told))
})
