import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { compiledFolder } from './scripts/test/compiled-folder.ts'
import { SlowestFirst } from './scripts/test/slowest-first.ts'
import { suites as needs } from './scripts/test/suites.ts'

process.env.MKT_TEST_COMPILED = compiledFolder()
process.env.NODE_COMPILE_CACHE = process.env.MKT_TEST_COMPILED

// A compiler of Java lives for seconds: to compile itself for speed costs it more than that brings.
process.env.JAVA_TOOL_OPTIONS ??= '-XX:TieredStopAtLevel=1'

// The suffix of a test file decides its suite, and with it what the test may lean on. `x.test.ts` needs nothing at all.
const suffixes = ['dom', 'db', 'process', 'postgres', 'sandbox', 'docker', 'clients', 'kubernetes', 'storage'] as const
const everywhere = (suffix: string) => [
  `packages/*/{src,test}/**/*${suffix}.test.{ts,tsx}`,
  `{examples,bench,e2e,scripts}/**/*${suffix}.test.ts`,
]
const never = ['**/node_modules/**', '**/dist/**']

interface Suite {
  include: string[]
  exclude?: string[]
  globalSetup?: string[]
  /** Files of one worker share the modules they load: loading them again for each file would take longer than the tests. */
  shared?: boolean
  /** Runs before each file. */
  setupFile?: string
  /** Components run in a simulated document. */
  document?: boolean
  seconds: number
}

const database = ['packages/server/src/testing/database/global-setup.ts']

const suites: Record<string, Suite> = {
  unit: {
    include: everywhere(''),
    exclude: [...suffixes.map((suffix) => `**/*.${suffix}.test.{ts,tsx}`), '**/*.journey.test.ts'],
    shared: true,
    seconds: 60,
  },
  dom: {
    include: everywhere('.dom'),
    document: true,
    setupFile: 'packages/console/src/testing/set-up.ts',
    shared: true,
    seconds: 60,
  },
  db: {
    include: everywhere('.db'),
    globalSetup: database,
    setupFile: 'packages/server/src/testing/identity/cheap-passwords.ts',
    shared: true,
    seconds: 120,
  },
  process: { include: everywhere('.process'), shared: true, seconds: 180 },
  postgres: { include: everywhere('.postgres'), seconds: 180 },
  sandbox: { include: everywhere('.sandbox'), seconds: 180 },
  docker: { include: everywhere('.docker'), seconds: 240 },
  clients: { include: everywhere('.clients'), globalSetup: database, seconds: 240 },
  kubernetes: { include: everywhere('.kubernetes'), seconds: 300 },
  storage: { include: everywhere('.storage'), seconds: 120 },
  browser: { include: ['e2e/**/*.journey.test.ts'], globalSetup: ['e2e/testing/global-setup.ts'], seconds: 300 },
}

function project(name: string, suite: Suite): TestProjectConfiguration {
  const pure = name === 'unit' || suite.document === true
  return {
    extends: true,
    test: {
      name,
      include: suite.include,
      exclude: [...never, ...(suite.exclude ?? [])],
      globalSetup: suite.globalSetup ?? [],
      pool: pure ? 'threads' : 'forks',
      isolate: !suite.shared,
      ...(suite.document ? { environment: 'happy-dom' } : {}),
      setupFiles: [
        ...(suite.shared ? ['scripts/test/undo-stubs.ts'] : []),
        ...(pure ? [] : ['packages/server/src/testing/run/run-ends.ts']),
        ...(suite.setupFile ? [suite.setupFile] : []),
      ],
      fileParallelism: !needs.some((one) => one.name === name && one.alone),
      testTimeout: suite.seconds * 1000,
      hookTimeout: suite.seconds * 1000,
    },
  }
}

export default defineConfig({
  test: {
    watch: false,
    environment: 'node',
    // A busy machine is slow, not wrong: what is waited for gets time.
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 2,
    // Of a file whose tests say that they only wait.
    maxConcurrency: 3,
    sequence: { sequencer: SlowestFirst },
    // Only `npm run fuzz` asks for more runs of every property; loading fast-check costs every other test file time.
    setupFiles: process.env.MKT_FUZZ_RUNS === undefined ? [] : ['scripts/test/property-runs.ts'],
    projects: Object.entries(suites).map(([name, suite]) => project(name, suite)),
  },
})
