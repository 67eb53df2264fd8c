import { readFile, stat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { OciError } from '../oci-error.ts'

const usual = ['src/main', 'src/server', 'src/index', 'main', 'server', 'index'].flatMap((stem) =>
  ['ts', 'js', 'mjs'].map((extension) => `${stem}.${extension}`),
)

/** The program to start: what was asked for, `node x` of the start script, `main` of package.json, or a usual name. */
export async function findEntry(dir: string, asked: string | undefined): Promise<string> {
  const candidates = asked === undefined ? [...(await fromPackage(dir)), ...usual] : [asked]
  for (const candidate of candidates) {
    const path = posix.normalize(candidate)
    if (path.startsWith('..') || path.startsWith('/')) continue
    const there = await stat(join(dir, path)).catch(() => undefined)
    if (there?.isFile()) return path
  }
  const where =
    asked === undefined
      ? `name it in "main" of package.json or add one of ${usual.join(', ')}`
      : `${asked} is not a file there`
  throw new OciError('build_impossible', `no program to start was found in ${dir}: ${where}`)
}

async function fromPackage(dir: string): Promise<string[]> {
  const text = await readFile(join(dir, 'package.json'), 'utf8').catch(() => '{}')
  const { main, scripts } = JSON.parse(text) as { main?: string; scripts?: { start?: string } }
  const script = /^(?:exec )?node (?:--\S+ )*([^\s-]\S*)$/.exec(scripts?.start?.trim() ?? '')
  return [script?.[1], main].flatMap((path) => path ?? [])
}
