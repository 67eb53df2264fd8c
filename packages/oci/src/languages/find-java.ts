import { glob, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { OciError } from '../oci-error.ts'

export interface JavaSources {
  /** Relative to the folder, sorted. */
  sources: string[]
  /** The class with the main method, with its package. */
  main: string
}

/** The program of a Java folder: its only jar, else the only class with a main method among its sources. */
export async function findJava(dir: string): Promise<{ jar: string } | JavaSources> {
  const jars: string[] = []
  for await (const path of glob(['*.jar', 'target/*.jar', 'build/libs/*.jar'], { cwd: dir })) jars.push(path)
  const programs = jars.filter((path) => !/-(sources|javadoc|plain|tests)\.jar$|^target\/original-/.test(path)).sort()
  if (programs.length > 1)
    throw new OciError(
      'build_impossible',
      `${dir} has several jars (${programs.join(', ')}); remove all but the one to run`,
    )
  const [jar] = programs
  return jar === undefined ? javaSources(dir) : { jar }
}

async function javaSources(dir: string): Promise<JavaSources> {
  const sources: string[] = []
  for await (const path of glob('**/*.java', { cwd: dir, exclude: (name) => /^(test|target|build|\.mkt)$/.test(name) }))
    if (!/(^|\/)src\/test\//.test(path)) sources.push(path)
  if (sources.length === 0)
    throw new OciError('build_impossible', `${dir} has neither a jar nor Java sources; build the jar first`)
  const mains: string[] = []
  for (const path of sources) {
    const text = await readFile(join(dir, path), 'utf8')
    if (!/public\s+static\s+void\s+main\s*\(/.test(text)) continue
    const pack = /^\s*package\s+([\w.]+)\s*;/m.exec(text)?.[1]
    mains.push([...(pack ? [pack] : []), basename(path, '.java')].join('.'))
  }
  const [main] = mains
  if (main === undefined || mains.length > 1)
    throw new OciError(
      'build_impossible',
      `${dir} has ${mains.length} classes with a main method; it needs exactly one`,
    )
  return { sources: sources.sort(), main }
}
