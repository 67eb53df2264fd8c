import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { filterLauncher } from './filter-launcher.ts'

const run = promisify(execFile)
const HERE = fileURLToPath(import.meta.url)
const SOURCE = dirname(dirname(HERE))
const PROGRAMS = {
  keeper: 'sandbox/keeper',
  starter: 'sandbox/keeper-thread',
  outlet: 'sandbox/outlet',
  guard: 'docker/guard-process',
  output: 'docker/output-process',
} as const

/** The files of the programs that run beside every platform, and of the one that filters an application's calls. */
export interface Programs {
  keeper: string
  /** The thread that starts keepers. */
  starter: string
  outlet: string
  /** The guard of a Docker container's network. */
  guard: string
  /** What takes the output of a Docker container. */
  output: string
  filter: string | null
}

/**
 * Where to start keeper and outlet from. Run straight from TypeScript each would hold the type stripper in memory, more
 * than twice of what it needs itself, so their plain JavaScript is written once per version of the code.
 */
export async function preparePrograms(folder: string): Promise<Programs> {
  const filter = await writeFilterLauncher(folder)
  if (!HERE.endsWith('.ts')) return { ...placesIn(SOURCE, '.js'), filter }
  const home = join(folder, await fingerprint())
  if (!existsSync(home)) {
    const draft = join(folder, `.draft-${randomBytes(6).toString('hex')}`)
    await mkdir(draft, { recursive: true })
    const script = join(dirname(HERE), 'strip-programs.ts')
    const programs = Object.values(PROGRAMS).map((name) => `${name}.ts`)
    await run(process.execPath, ['--no-warnings', script, SOURCE, draft, ...programs])
    await rename(draft, home).catch(() => rm(draft, { recursive: true, force: true }))
  }
  return { ...placesIn(home, '.mjs'), filter }
}

/** Named by its content: two platforms of different versions may share the folder. */
async function writeFilterLauncher(folder: string): Promise<string | null> {
  const bytes = filterLauncher(process.arch)
  if (bytes === null) return null
  const path = join(folder, `filter-${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}`)
  if (existsSync(path)) return path
  await mkdir(folder, { recursive: true })
  const draft = join(folder, `.draft-${randomBytes(6).toString('hex')}`)
  await writeFile(draft, bytes)
  // Applications are other users.
  await chmod(draft, 0o755)
  await rename(draft, path)
  return path
}

function placesIn(folder: string, extension: string): Omit<Programs, 'filter'> {
  const place = (name: string) => join(folder, `${name}${extension}`)
  const { keeper, starter, outlet, guard, output } = PROGRAMS
  return {
    keeper: place(keeper),
    starter: place(starter),
    outlet: place(outlet),
    guard: place(guard),
    output: place(output),
  }
}

/** Of all code of this package: which parts of it a program imports may change. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(process.version)
  const names = (await readdir(SOURCE, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name)).sort()
  for (const [index, text] of (await Promise.all(names.map((name) => readFile(join(SOURCE, name))))).entries())
    hash.update(names[index] ?? '').update(text)
  return hash.digest('hex').slice(0, 16)
}
