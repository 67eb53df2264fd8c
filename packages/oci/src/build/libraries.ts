import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { OciError } from '../oci-error.ts'
import { lateLibraries } from './late-libraries.ts'

const run = promisify(execFile)

export interface Libraries {
  /** Where they are on this machine. */
  found: string[]
  /** Names that this machine does not know. */
  missing: string[]
}

/** The shared libraries that a program or a library of this machine is linked with; none where it is static. */
export async function linkedLibraries(file: string): Promise<Libraries> {
  const { stdout } = await run('ldd', [file]).catch((error: { stdout?: string; stderr?: string }) => {
    if (/not a dynamic executable|statically linked/.test(`${error.stdout}${error.stderr}`)) return { stdout: '' }
    throw new OciError('build_impossible', `ldd cannot name the libraries of ${file}`, { cause: error })
  })
  return {
    found: [...stdout.matchAll(/(?:=> )?(\/\S+) \(0x/g)].flatMap((match) => match[1] ?? []),
    missing: [...stdout.matchAll(/^\s*(\S+) => not found/gm)].flatMap((match) => match[1] ?? []),
  }
}

/** What a program needs to run: its libraries, and the parts of the C library that are loaded only when names are looked up. */
export async function librariesOf(program: string): Promise<string[]> {
  const { found, missing } = await linkedLibraries(program)
  if (missing.length > 0)
    throw new OciError('build_impossible', `${program} needs ${missing.join(', ')}, which this machine lacks`)
  const folder = libraryFolder(found)
  return [...new Set([...found, ...(await lateLibraries(folder === undefined ? [] : [folder]))])].sort()
}

/** The folder in which the loader looks for libraries: that of the C library. */
export function libraryFolder(libraries: readonly string[]): string | undefined {
  const libc = libraries.find((path) => /\/libc\.so/.test(path))
  return libc === undefined ? undefined : dirname(libc)
}
