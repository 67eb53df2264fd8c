// `npm run verify`: everything that can be said about a change without running the platform. One line per check; the
// whole output of those that fail. `--no-unit` leaves the unit tests to `npm test`, `verify -- types lint` runs a selection.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const node = process.execPath

interface Check {
  name: string
  command: [string, ...string[]]
  /** Its last line is told although it passed: what it knows says how much a pass is worth. */
  told?: true
}

// Longest first: two run side by side, and a long one started last would leave a core idle.
const checks: Check[] = [
  { name: 'types', command: [bin('tsc'), '-p', 'tsconfig.json'] },
  { name: 'types of the console', command: [bin('tsc'), '-p', 'packages/console'] },
  { name: 'dead code', command: [bin('knip'), '--no-progress'] },
  { name: 'unit tests', command: [node, 'scripts/test.ts', 'unit'] },
  { name: 'generated files', command: [node, 'scripts/generate.ts', '--check'] },
  { name: 'lint', command: [bin('biome'), 'check', '--formatter-enabled=false', '--error-on-warnings', '.'] },
  { name: 'format', command: [bin('biome'), 'format', '.'] },
  { name: 'layers', command: [node, 'scripts/layers.ts'] },
  { name: 'guards', command: [node, 'scripts/guards.ts'] },
  { name: 'parts', command: [node, 'scripts/parts.ts'] },
  { name: 'migrations', command: [node, 'scripts/migrations.ts'] },
  { name: 'advisories', command: [node, 'scripts/advisories.ts'], told: true },
  { name: 'lock', command: [node, 'scripts/lock.ts', '--check'] },
]

interface Outcome {
  check: Check
  passed: boolean
  seconds: number
  output: string
}

function run(check: Check): Promise<Outcome> {
  const began = performance.now()
  const [file, ...args] = check.command
  const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => {
      output += text
    })
  }
  return new Promise((resolve) => {
    const done = (passed: boolean) =>
      resolve({ check, passed, seconds: (performance.now() - began) / 1000, output: output.trim() })
    child.on('error', (error) => {
      output += error.message
      done(false)
    })
    child.on('close', (code) => done(code === 0))
  })
}

const args = process.argv.slice(2)
const wanted = args.filter((arg) => !arg.startsWith('--'))
const unknown = wanted.filter((name) => !checks.some((check) => check.name === name))
if (unknown.length > 0) {
  console.error(`No check is called ${unknown.join(', ')}. There are: ${checks.map((check) => check.name).join(', ')}.`)
  process.exit(2)
}
const queue = checks.filter(({ name }) =>
  wanted.length > 0 ? wanted.includes(name) : !(args.includes('--no-unit') && name === 'unit tests'),
)
const began = performance.now()
const outcomes: Outcome[] = []

async function lane(): Promise<void> {
  for (let check = queue.shift(); check !== undefined; check = queue.shift()) {
    const outcome = await run(check)
    outcomes.push(outcome)
    const told = outcome.passed && check.told ? `: ${outcome.output.split('\n').at(-1)}` : ''
    console.log(`${outcome.passed ? '✓' : '✗'} ${check.name} (${outcome.seconds.toFixed(1)} s)${told}`)
  }
}
await Promise.all([lane(), lane()])

const failed = outcomes.filter((outcome) => !outcome.passed)
for (const { check, output } of failed) console.log(`\n── ${check.name} ──\n${output}`)
const total = ((performance.now() - began) / 1000).toFixed(1)
console.log(`\n${outcomes.length - failed.length} checks passed, ${failed.length} failed in ${total} s`)
process.exit(failed.length > 0 ? 1 : 0)
