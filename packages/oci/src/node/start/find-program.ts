import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { OciError } from '../../oci-error.ts'
import { readBins } from './package-bins.ts'
import type { Program, Step } from './program.ts'
import { readStart } from './read-start.ts'
import { quoteWord } from './split-script.ts'

interface PackageJson {
  main?: string
  scripts?: Record<string, string>
}

/** Names that are looked for where package.json says nothing. */
const usualNames = ['src/main', 'src/server', 'src/index', 'main', 'server', 'index'].flatMap((stem) =>
  ['ts', 'js', 'mjs'].map((extension) => `${stem}.${extension}`),
)

/**
 * What an application's folder starts: the file that was asked for; else the start script, as it is; else `main` of
 * package.json; else a usual name. What is named is taken or refused: another file never takes its place.
 */
export async function findProgram(dir: string, asked?: string): Promise<Program> {
  if (asked !== undefined) return ofFile(asked, 'the file that was asked for')
  const text = await readFile(join(dir, 'package.json'), 'utf8').catch(() => '{}')
  const { main, scripts = {} } = JSON.parse(text) as PackageJson
  if (scripts.start !== undefined) {
    const { steps, needs, remarks } = readStart('start', { scripts, ...(await readBins(dir)) })
    return { origin: 'the start script', line: scripts.start, needs, remarks, ...commandOf(steps, scripts.start) }
  }
  if (main !== undefined) return ofFile(main, 'main of package.json')
  for (const name of usualNames) {
    const there = await stat(join(dir, name)).catch(() => undefined)
    if (there?.isFile()) return ofFile(name, 'the usual name')
  }
  throw new OciError(
    'build_impossible',
    `no program to start was found in ${dir}: add "start" to the scripts of package.json, or one of ${usualNames.join(', ')}`,
  )
}

function ofFile(name: string, origin: string): Program {
  const needs = [{ what: 'file', name } as const]
  return { origin, line: `node ${name}`, env: {}, command: { argv: ['node', name] }, needs, remarks: [] }
}

/** One command without anything to expand needs no shell. Otherwise the last one replaces it, so that signals reach the program. */
function commandOf(steps: readonly Step[], script: string): Pick<Program, 'env' | 'command'> {
  const last = steps.at(-1)
  if (last === undefined)
    throw new OciError('build_impossible', `the start script "${script}" starts nothing; name a program in it`)
  const plain = [...last.words, ...last.assignments.map(({ value }) => value)].every(({ expands }) => !expands)
  if (steps.length === 1 && plain) {
    const env = Object.fromEntries(last.assignments.map(({ name, value }) => [name, value.text]))
    return { env, command: { argv: last.words.map(({ text }) => text) } }
  }
  const lines = steps.map(
    (step, index) => `${step.joined === null ? '' : ` ${step.joined} `}${shellOf(step, index === steps.length - 1)}`,
  )
  return { env: {}, command: { shell: lines.join('') } }
}

function shellOf({ assignments, words }: Step, last: boolean): string {
  const line = words.map(({ raw, text, expands }) => (expands ? raw : quoteWord(text))).join(' ')
  const set = assignments.map(({ name, value }) => `${name}=${value.expands ? value.raw : quoteWord(value.text)}`)
  if (!last) return [...set, line].join(' ')
  return `${set.map((each) => `export ${each} && `).join('')}exec ${line}`
}
