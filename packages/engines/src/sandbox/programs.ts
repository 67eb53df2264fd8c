import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const HERE = fileURLToPath(import.meta.url)
const SOURCE = dirname(dirname(HERE))

/** The files of the two programs that run beside every platform. */
export interface Programs {
  keeper: string
  outlet: string
}

/**
 * Where to start keeper and outlet from. Run straight from TypeScript each would hold the type stripper in memory, more
 * than twice of what it needs itself, so their plain JavaScript is written once per version of the code.
 */
export async function preparePrograms(folder: string): Promise<Programs> {
  if (!HERE.endsWith('.ts')) return placesIn(SOURCE, '.js')
  const home = join(folder, await fingerprint())
  if (!existsSync(home)) {
    const draft = join(folder, `.draft-${randomBytes(6).toString('hex')}`)
    await mkdir(draft, { recursive: true })
    const script = join(dirname(HERE), 'strip-programs.ts')
    const programs = ['sandbox/keeper.ts', 'sandbox/outlet.ts']
    await run(process.execPath, ['--no-warnings', script, SOURCE, draft, ...programs])
    await rename(draft, home).catch(() => rm(draft, { recursive: true, force: true }))
  }
  return placesIn(home, '.mjs')
}

function placesIn(folder: string, extension: string): Programs {
  const place = (name: string) => join(folder, 'sandbox', `${name}${extension}`)
  return { keeper: place('keeper'), outlet: place('outlet') }
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(process.version)
  for (const folder of [SOURCE, dirname(HERE)]) {
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.ts')).sort()) {
      hash.update(name).update(await readFile(join(folder, name)))
    }
  }
  return hash.digest('hex').slice(0, 16)
}
