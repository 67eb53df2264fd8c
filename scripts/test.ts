// `npm test`: every suite with what it needs; those that mostly wait run beside the others. `npm test -- unit db` runs a
// selection, `npm test -- packages/oci` the tests below a path. With CI=true a suite that cannot run is a failure.
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { compiledFolder } from './test/compiled-folder.ts'
import { hasProgram, installPackages } from './test/debian.ts'
import { type DockerDaemon, presentDaemon, privateDaemon } from './test/docker-daemon.ts'
import { type Result, runSuite } from './test/run-suite.ts'
import { lanesOf, type Suite, suiteOf, suites, takeSuite, testsBelow } from './test/suites.ts'

const root = join(import.meta.dirname, '..')
/** A suite without a single test is a mistake in a suffix or a pattern, not a success. */
const requireTests = true

const args = process.argv.slice(2)
const names = args.filter((arg) => suites.some((suite) => suite.name === arg))
const files = args.filter((arg) => !names.includes(arg))
const lost = files.filter((file) => !existsSync(join(root, file)) && !existsSync(file))
if (lost.length > 0) {
  console.error(`Neither a suite nor a path: ${lost.join(', ')}. Suites: ${suites.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}
/** Without a choice of suites, the test files below the given paths decide which suites run. */
const suitesThere = new Set(files.flatMap((file) => testsBelow(relative(root, resolve(file)), root)).map(suiteOf))
const chosen = suites.filter((suite) => {
  if (names.length > 0) return names.includes(suite.name)
  return files.length > 0 ? suitesThere.has(suite.name) : !suite.onRequest
})

let daemon: DockerDaemon | undefined
const compiled = compiledFolder()

/** Gets what a suite needs; answers why it cannot run, or undefined. */
async function prepare(suite: Suite): Promise<string | undefined> {
  if (suite.linux && process.platform !== 'linux') return 'it needs Linux'
  const unset = (suite.variables ?? []).filter((name) => !process.env[name])
  if (unset.length > 0) return `set ${unset.join(', ')}`
  if (suite.docker) daemon ??= await presentDaemon()
  const needed = Object.entries(suite.programs).filter(
    ([program]) => !(daemon && ['dockerd', 'iptables'].includes(program)),
  )
  const missing = needed.filter(([program]) => !hasProgram(program))
  const helpful = Object.entries(suite.helpful ?? {}).filter(([program]) => !hasProgram(program))
  const complaint = installPackages([...new Set(missing.map(([, name]) => name))])
  installPackages(helpful.map(([, name]) => name))
  const still = missing.filter(([program]) => !hasProgram(program)).map(([, name]) => name)
  if (still.length > 0) return `missing: ${still.join(', ')}${complaint ? ` (${complaint})` : ' (install as root)'}`
  if (!suite.docker || daemon) return undefined
  const started = await privateDaemon()
  if (typeof started === 'string') return started
  daemon = started
  return undefined
}

/** Ctrl-C ends the running suites (their runners get the signal too) and starts no other; what was started is stopped. */
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = true
  })
}

/** Packages are installed and daemons started before the first test, so that no test meets a machine that is being changed. */
async function prepareAll(): Promise<Map<Suite, string>> {
  const reasons = new Map<Suite, string>()
  for (const suite of chosen) {
    const reason = interrupted ? undefined : await prepare(suite)
    if (reason === undefined) continue
    console.log(`${suite.name} is skipped: ${reason}`)
    reasons.set(suite, reason)
  }
  return reasons
}

async function runOne(suite: Suite, beside: boolean): Promise<Result> {
  console.log(`\n━━ ${suite.name} ━━`)
  const env = {
    ...process.env,
    MKT_TEST_COMPILED: compiled,
    ...(suite.docker && daemon && { DOCKER_HOST: daemon.host }),
  }
  return runSuite(root, suite, { files, env, requireTests: requireTests && files.length === 0, beside })
}

async function runChosen(): Promise<Result[]> {
  const reasons = await prepareAll()
  const results = new Map<Suite, Result>()
  for (const [suite, reason] of reasons)
    results.set(suite, { name: suite.name, passed: 0, failed: 0, skipped: 0, files: 0, seconds: 0, reason })
  const able = chosen.filter((suite) => !reasons.has(suite))
  const lanes = lanesOf(able, availableParallelism())
  const runLane = async (lane: Suite[]) => {
    for (let suite = takeSuite(lanes, lane); suite !== undefined && !interrupted; suite = takeSuite(lanes, lane))
      results.set(suite, await runOne(suite, lanes.length > 1))
  }
  await Promise.all(lanes.map(runLane))
  return chosen.flatMap((suite) => results.get(suite) ?? [])
}

const results = await runChosen().finally(() => daemon?.stop())
if (interrupted) {
  console.log('\nInterrupted.')
  process.exit(130)
}
const skippedSuites = results.filter((result) => result.reason !== undefined)
const sum = (key: 'passed' | 'failed' | 'skipped') => results.reduce((total, result) => total + result[key], 0)

console.log('\nSuites')
for (const { name, passed, failed, skipped, files: count, seconds, reason } of results) {
  const more = skipped > 0 ? `, ${skipped} skipped` : ''
  const told = reason
    ? `SKIPPED: ${reason}`
    : `${passed} passed, ${failed} failed${more} in ${count} files, ${seconds.toFixed(1)} s`
  console.log(`  ${name.padEnd(11)}${told}`)
}
for (const { name, failures = [] } of results) {
  for (const { title, message } of failures) {
    console.log(`\nFAILED (${name}) ${title}\n${message.replace(/^/gm, '    ')}`)
  }
}
const strict = process.env.CI === 'true'
if (strict && skippedSuites.length > 0) console.log('\nWith CI=true a skipped suite is a failure.')
const failed = sum('failed') + (strict ? skippedSuites.length : 0)
const skipped = sum('skipped') + (strict ? 0 : skippedSuites.length)
console.log(`\n${sum('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed > 0 ? 1 : 0)
