import { parseArgs } from 'node:util'
import { runChaos } from '../packages/server/src/testing/chaos/run-chaos.ts'

// The long run: kills processes at random under load, cuts connections and fills the disk for as long as asked, and prints what became of every
// event.
//   npm run chaos -- --kills 1000 --events 1000000 --rate 500 --minutes 90 --seed anything

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    rate: { type: 'string', default: '300' },
    pause: { type: 'string', default: '1000' },
    events: { type: 'string', default: '0' },
    minutes: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: new Date().toISOString() },
  },
})

// Broken off, it still gives back what it mounted.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))

const say = (text: string) => process.stdout.write(`${text}\n`)
const kills = Number(values.kills)
say(`${kills} kills at ${values.rate} events a second, seed "${values.seed}"`)
const started = Date.now()
const report = await runChaos({
  kills,
  rate: Number(values.rate),
  pauseMs: Number(values.pause),
  events: Number(values.events),
  limitMs: Number(values.minutes) * 60_000,
  seed: values.seed,
  say,
})
const { problems, kills: killed, ...counts } = report
say(`\nafter ${Math.round((Date.now() - started) / 1000)} s`)
for (const [name, count] of Object.entries(killed)) say(`  killed ${name.padEnd(14)} ${count}`)
for (const [name, count] of Object.entries(counts)) say(`  ${name.padEnd(21)} ${count}`)
for (const problem of problems.slice(0, 50)) say(`  PROBLEM ${problem}`)
say(
  problems.length === 0
    ? '\nEvery acknowledged event was delivered at least once or is waiting; none was invented.'
    : `\n${problems.length} problems`,
)
process.exitCode = problems.length === 0 ? 0 : 1
