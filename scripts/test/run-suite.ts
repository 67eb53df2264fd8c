import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import type { Suite } from './suites.ts'

export interface Failure {
  /** The file, and the test's words unless the file itself did not load. */
  title: string
  message: string
}

export interface Result {
  name: string
  passed: number
  failed: number
  /** Tests inside the suite that did not run. */
  skipped: number
  files: number
  seconds: number
  /** Why the whole suite did not run. */
  reason?: string
  failures?: Failure[]
}

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/** Runs one suite with vitest, shows its output as it comes, and counts from vitest's own report. */
export async function runSuite(
  root: string,
  { name, atOnce }: Pick<Suite, 'name' | 'atOnce'>,
  options: { files: string[]; env: NodeJS.ProcessEnv; requireTests: boolean; beside: boolean },
): Promise<Result> {
  const began = performance.now()
  const folder = mkdtempSync(join(tmpdir(), 'mkt-test-'))
  const report = join(folder, 'report.json')
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', name, ...options.files]
  args.push('--reporter=default', '--reporter=json', `--outputFile.json=${report}`)
  if (atOnce !== undefined) args.push(`--maxWorkers=${atOnce}`)
  if (!options.requireTests) args.push('--passWithNoTests')
  const output = options.beside ? 'pipe' : 'inherit'
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', output, output], env: options.env })
  if (child.stdout !== null) namedLines(name, child.stdout, process.stdout)
  if (child.stderr !== null) namedLines(name, child.stderr, process.stderr)
  const stop = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop)
  const code = await new Promise<number>((resolve) => {
    child.on('close', (status, signal) => resolve(signal === null ? (status ?? 1) : 130))
    child.on('error', () => resolve(1))
  })
  process.off('SIGINT', stop).off('SIGTERM', stop).off('SIGHUP', stop)
  const seconds = (performance.now() - began) / 1000
  const counted = count(report, root)
  rmSync(folder, { recursive: true, force: true })
  // vitest also fails for what is not a test: an unhandled error, a file that does not load, a failed set-up.
  const failed = code !== 0 && counted.failed === 0 ? 1 : counted.failed
  return { name, ...counted, failed, seconds }
}

/** When several suites write at once, each line says whose it is. */
function namedLines(name: string, from: Readable, to: Writable): void {
  createInterface({ input: from }).on('line', (line) => to.write(`${name.padEnd(9)}│ ${line}\n`))
}

function count(file: string, root: string): Omit<Result, 'name' | 'seconds'> {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report
    const failures = failuresOf(report, root)
    return {
      passed: report.numPassedTests,
      failed: failures.length,
      skipped: report.numPendingTests + report.numTodoTests,
      files: report.testResults.length,
      failures,
    }
  } catch {
    return { passed: 0, failed: 0, skipped: 0, files: 0 }
  }
}

/** The tests that failed, and the files that failed without any test of theirs having done so. */
function failuresOf(report: Report, root: string): Failure[] {
  return report.testResults.flatMap((file) => {
    const path = relative(root, file.name)
    const tests = file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => ({ title: `${path} › ${test.fullName}`, message: readable(test.failureMessages.join('\n')) }))
    if (tests.length > 0 || file.status !== 'failed') return tests
    return [{ title: path, message: readable(file.message) }]
  })
}

/** Enough of an error to recognize it; the whole of it stands in the suite's own output further up. */
function readable(message: string): string {
  const lines = stripVTControlCharacters(message).split('\n')
  const own = lines.filter((line) => !/^\s+at .*(node_modules|<anonymous>|node:)/.test(line))
  return own.slice(0, 12).join('\n')
}
