import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const HERE = fileURLToPath(import.meta.url)
const SOURCE = dirname(dirname(dirname(HERE)))
/** Packages that were published hold JavaScript, and no sources. */
const KIND = extname(HERE)
const ENTRY = 'kubernetes/outlet/outlet-process'
const STRIPPER = `sandbox/strip-programs${KIND}`

/** The program of an outlet as files of a volume, so that any image with Node runs it: the platform's image may be of another version. */
export interface OutletProgram {
  /** Which file to start. */
  entry: string
  /** Content by key, and the path of each below the folder of the volume. */
  files: { key: string; path: string; content: string }[]
}

let prepared: Promise<OutletProgram> | null = null

export function outletProgram(): Promise<OutletProgram> {
  prepared ??= prepare().catch((error: unknown) => {
    prepared = null
    throw error
  })
  return prepared
}

async function prepare(): Promise<OutletProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'mkt-outlet-'))
  try {
    await run(process.execPath, ['--no-warnings', join(SOURCE, STRIPPER), SOURCE, folder, `${ENTRY}${KIND}`])
    const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.mjs')).sort()
    const files = await Promise.all(
      names.map(async (name) => ({
        key: relative('.', name).replaceAll('/', '__'),
        path: name,
        content: await readFile(join(folder, name), 'utf8'),
      })),
    )
    return { entry: `${ENTRY}.mjs`, files }
  } finally {
    await rm(folder, { recursive: true })
  }
}
