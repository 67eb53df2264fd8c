import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, findPython } from '@mkt/oci'

export const languages = ['node', 'python', 'java', 'go'] as const
export type Language = (typeof languages)[number]

/** The language of an application's folder, by the files that its tools need. */
export function languageOf(dir: string): Language | undefined {
  const has = (name: string) => existsSync(join(dir, name))
  if (has('package.json')) return 'node'
  if (has('go.mod')) return 'go'
  if (has('pom.xml') || has('build.gradle') || has('build.gradle.kts') || holds(dir, /\.(java|jar)$/)) return 'java'
  if (has('requirements.txt') || has('pyproject.toml') || holds(dir, /\.py$/)) return 'python'
  return undefined
}

function holds(dir: string, name: RegExp): boolean {
  const there = (folder: string) => existsSync(folder) && readdirSync(folder).some((each) => name.test(each))
  return there(dir) || there(join(dir, 'src'))
}

/** What `mkt dev` runs, and where it was named. */
export interface StartLine {
  line: string
  origin: string
}

/**
 * The command that starts an application from its sources. It is chosen by the rule that `mkt build` follows; a start script runs as
 * npm runs it.
 */
export async function startLine(dir: string): Promise<StartLine> {
  const language = languageOf(dir)
  if (language === 'python') return { line: `python3 -u ${await findPython(dir)}`, origin: 'the usual name' }
  if (language === 'go') return { line: 'go run .', origin: 'go.mod' }
  if (language === 'java') return { line: javaLine(dir), origin: 'the sources' }
  const { line, origin } = await findProgram(dir)
  return { line, origin }
}

function javaLine(dir: string): string {
  const jar = ['.', 'target', 'build/libs'].flatMap((folder) =>
    existsSync(join(dir, folder))
      ? readdirSync(join(dir, folder))
          .filter((name) => name.endsWith('.jar'))
          .map((name) => `${folder}/${name}`)
      : [],
  )[0]
  if (jar !== undefined) return `java -jar ${jar}`
  const classes = '.mkt/classes'
  const find = `find . -name '*.java' -not -path './.mkt/*' -not -path '*/src/test/*'`
  return `javac -d ${classes} -cp 'lib/*' $(${find}) && exec java -cp '${classes}:lib/*' "$(basename "$(grep -l 'static void main' $(${find}) | head -1)" .java)"`
}
