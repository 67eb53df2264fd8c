import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findGo, findJava, findProgram, findPython, OciError } from '@mkt/oci'
import { asFirstProcess } from './as-first-process.ts'

export type Language = 'node' | 'python' | 'java' | 'go'

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
  /** Why an image could not start this way, though the line runs here. */
  imageProblem?: string
}

/**
 * The command that starts an application from its sources. A start script runs as npm runs it, whatever an image can have of it; the
 * rest is chosen by the rule that `mkt build` follows.
 */
export async function startLine(dir: string): Promise<StartLine> {
  const language = languageOf(dir)
  if (language === 'python') return { line: `python3 -u ${await findPython(dir)}`, origin: 'the usual name' }
  // `go run` does not pass on the signal that ends it.
  if (language === 'go') return { line: `go build -o .mkt/app ${await findGo(dir)} && exec .mkt/app`, origin: 'go.mod' }
  if (language === 'java') return { line: await javaLine(dir), origin: 'the sources' }
  const script = scriptLine(dir)
  if (script === undefined) {
    const { line, origin } = await findProgram(dir)
    return { line, origin }
  }
  const imageProblem = await findProgram(dir).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof OciError) return error.message
      throw error
    },
  )
  return { line: script, origin: 'the start script', ...(imageProblem === undefined ? {} : { imageProblem }) }
}

/** The start script after its prestart script, as `npm start` runs them. */
function scriptLine(dir: string): string | undefined {
  const file = join(dir, 'package.json')
  if (!existsSync(file)) return undefined
  const { scripts = {} } = JSON.parse(readFileSync(file, 'utf8')) as { scripts?: Record<string, string> }
  if (scripts.start === undefined || scripts.prestart === undefined) return scripts.start
  return `(${scripts.prestart}) || exit; ${asFirstProcess(scripts.start)}`
}

async function javaLine(dir: string): Promise<string> {
  const program = await findJava(dir)
  if ('jar' in program) return `java -jar ${program.jar}`
  const classes = '.mkt/classes'
  // Found again at each start: a file that is added is compiled too.
  const sources = `$(find . -name '*.java' -not -path './.mkt/*' -not -path '*/test/*' -not -path '*/target/*' -not -path '*/build/*')`
  return `javac -encoding UTF-8 -d ${classes} -cp 'lib/*' ${sources} && exec java -cp '${classes}:lib/*' ${program.main}`
}
