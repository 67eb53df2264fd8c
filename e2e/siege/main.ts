import { parseArgs } from 'node:util'
import { tooWeak } from './attacks/attack.ts'
import { judgeSiege } from './judge-siege.ts'
import { runSiege } from './run-siege.ts'

// Hostile parties of each kind at once, on a platform of its own on loopback: `npm run siege -- --seconds 60 [--processes 2] [--without <attack or hostile
// app>]…`. Honest calls must all succeed, their p99 must stay within three times that of the quiet run, every event of the honest applications must
// arrive, and none of these may restart. `--without` shows what one attack costs.

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    processes: { type: 'string', default: '1' },
    without: { type: 'string', multiple: true, default: [] },
  },
})
const seconds = Number(values.seconds)
const say = (text: string) => process.stdout.write(`${text}\n`)
const row = (name: string, cells: readonly unknown[]) =>
  say(`${name.padEnd(22)}${cells.map((cell) => String(cell).padStart(10)).join('')}`)

say(
  `quiet for ${seconds} s, with processors kept busy by nothing, then besieged for ${seconds} s; attackers get the processor time that nobody else wants`,
)
const spans = { quietMs: seconds * 1000, siegeMs: seconds * 1000 }
const { quiet, siege, attacks, cpu, harm } = await runSiege({
  ...spans,
  applications: true,
  processes: Number(values.processes),
  without: values.without,
})
const { rows, problems } = judgeSiege(quiet, siege)
row('honest call', ['calls', 'failed', 'quiet p99', 'siege p50', 'siege p99', 'ratio'])
for (const { name, calls, failed, quietP99, p50, p99, ratio } of rows)
  row(name, [calls, failed, quietP99.toFixed(1), p50.toFixed(1), p99.toFixed(1), ratio.toFixed(1)])
say('\nattack, and the answers it had')
for (const [name, { done }] of Object.entries(attacks))
  row(
    name,
    Object.entries(done).map(([status, count]) => `${count} × ${status}`),
  )
say(`\nseconds of processor in ${seconds} s`)
for (const [party, taken] of Object.entries(cpu)) row(party, [taken.toFixed(1)])
problems.push(...harm, ...tooWeak(attacks, seconds))
for (const problem of problems) say(`PROBLEM ${problem}`)
process.exitCode = problems.length === 0 ? 0 : 1
