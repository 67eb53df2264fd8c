import { parseArgs } from 'node:util'
import { runSiege } from './run-siege.ts'

// Hostile parties of each kind at once, on a platform of its own on loopback: `npm run siege -- --seconds 60`. Honest calls must all succeed, their
// p99 must stay within three times that of the quiet run, every event of the honest applications must arrive, and none of these may restart.

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '30' } } })
const milliseconds = Number(values.seconds) * 1000
/** Below this nobody notices, and a share of a few milliseconds says nothing. */
const UNNOTICED_MS = 50

const say = (text: string) => process.stdout.write(`${text}\n`)
say(`quiet for ${values.seconds} s, then besieged for ${values.seconds} s`)
const spans = { quietMs: milliseconds, siegeMs: milliseconds }
const { quiet, siege, rounds, harm } = await runSiege({ ...spans, applications: true })
const problems = [...harm]
for (const after of siege) {
  const before = quiet.find(({ name }) => name === after.name)
  const most = Math.max(UNNOTICED_MS, 3 * (before?.p99 ?? 0))
  if (after.failed > 0) problems.push(`${after.name}: ${after.failed} of ${after.calls} calls failed`)
  if (after.p99 > most) problems.push(`${after.name}: p99 of ${after.p99.toFixed(0)} ms, at most ${most.toFixed(0)}`)
  const figures = [after.calls, after.failed, before?.p99.toFixed(1), after.p50.toFixed(1), after.p99.toFixed(1)]
  say(`${after.name.padEnd(12)} ${figures.map((figure) => String(figure).padStart(9)).join(' ')}`)
}
say('             (calls, failed, quiet p99, siege p50, siege p99 in ms)')
for (const [name, count] of Object.entries(rounds)) say(`${name.padEnd(22)} ${count} rounds`)
for (const problem of problems) say(`PROBLEM ${problem}`)
process.exitCode = problems.length === 0 ? 0 : 1
