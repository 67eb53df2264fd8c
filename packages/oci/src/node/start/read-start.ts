import { OciError } from '../../oci-error.ts'
import { readNodeArguments } from './node-arguments.ts'
import { literal, type Need, type Step } from './program.ts'
import { type SimpleCommand, splitScript, type Word } from './split-script.ts'

export interface PackageScripts {
  scripts: Readonly<Record<string, string>>
  /** Programs that production dependencies bring: name → file, from the application's folder. */
  bins: ReadonlyMap<string, { package: string; file: string }>
  /** Programs that only development dependencies bring. */
  developmentBins: ReadonlySet<string>
}

export interface ReadStart {
  steps: Step[]
  needs: Need[]
  remarks: string[]
}

const builtins = new Set(['cd', 'echo', 'export', 'test', '[', 'true', ':', 'set', 'umask'])
const DEEPEST = 8

/** Reads a script of package.json into the commands that an image runs, other scripts it names included. */
export function readStart(name: string, given: PackageScripts, depth = 0): ReadStart {
  const text = given.scripts[name]
  if (text === undefined) throw refusal(name, `there is no script "${name}" in package.json`, 'add it, or name another')
  if (depth > DEEPEST) throw refusal(name, 'the scripts lead to each other', 'start the program directly')
  const read: ReadStart = { steps: [], needs: [], remarks: [] }
  const before = given.scripts[`pre${name}`]
  if (before !== undefined) append(read, '&&', readStart(`pre${name}`, given, depth + 1))
  const split = splitScript(text)
  if ('problem' in split)
    throw refusal(
      text,
      `it has ${split.problem}, which cannot be carried into an image`,
      'move it into a program and start that, or build from a Dockerfile',
    )
  for (const command of split.commands) append(read, command.joined ?? '&&', readCommand(command, text, given, depth))
  return read
}

function append(to: ReadStart, joined: '&&' | '||' | ';', more: ReadStart): void {
  more.steps.forEach((step, index) => {
    to.steps.push({ ...step, joined: to.steps.length === 0 ? null : index === 0 ? joined : step.joined })
  })
  to.needs.push(...more.needs)
  to.remarks.push(...more.remarks)
}

function readCommand({ words }: SimpleCommand, text: string, given: PackageScripts, depth: number): ReadStart {
  const { assignments, rest } = withoutPrefixes(words)
  const [program, ...args] = rest
  if (program === undefined) {
    const exported = assignments.map(({ name, value }) => ({ raw: `${name}=${value.raw}`, text: '', expands: true }))
    return one({ assignments: [], words: [literal('export'), ...exported] })
  }
  if (program.expands) throw refusal(text, `${program.raw} is only known to a shell`, 'write the program out')
  const script = scriptNamed(program.text, args)
  if (script !== undefined) return readScript(script, assignments, text, given, depth)
  if (program.text === 'node') return readNode(assignments, args, text, given, depth)
  const bin = given.bins.get(program.text.replace(/^(\.\/)?node_modules\/\.bin\//, ''))
  if (bin !== undefined) {
    const need: Need = { what: 'package', name: bin.package }
    return one({ assignments, words: [literal('node'), literal(`node_modules/${bin.package}/${bin.file}`), ...args] }, [
      need,
    ])
  }
  if (builtins.has(program.text)) return one({ assignments, words: rest })
  if (given.developmentBins.has(program.text))
    throw refusal(
      text,
      `${program.text} comes from a development dependency, and those are not in the image`,
      'do it in the script "build", which runs before; or move the package to "dependencies"',
    )
  throw refusal(
    text,
    `there is no ${program.text} in the image`,
    'start a file with node, do other work in the script "build", or build from a Dockerfile',
  )
}

function readScript(
  script: { name: string; args: Word[] },
  assignments: Step['assignments'],
  text: string,
  given: PackageScripts,
  depth: number,
): ReadStart {
  if (script.name === 'build')
    return { steps: [], needs: [], remarks: ['"build" ran while the image was built, not when it starts'] }
  const read = readStart(script.name, given, depth + 1)
  const last = read.steps.at(-1)
  if (last === undefined) return read
  if (script.args.length > 0) last.words.push(...script.args)
  if (assignments.length > 0 && read.steps.length > 1)
    throw refusal(text, 'it sets variables for several commands at once', 'set them in front of the program itself')
  last.assignments.unshift(...assignments)
  return read
}

function readNode(
  assignments: Step['assignments'],
  args: Word[],
  text: string,
  given: PackageScripts,
  depth: number,
): ReadStart {
  const read = readNodeArguments(args)
  if ('problem' in read) throw refusal(text, read.problem, read.fix)
  if ('script' in read) return readScript({ name: read.script, args: [] }, assignments, text, given, depth)
  if (read.entry.expands) throw refusal(text, `${read.entry.raw} is only known to a shell`, 'write the file out')
  const needs: Need[] = [{ what: 'file', name: read.entry.text }]
  for (const load of read.loads) {
    if (/^\.{0,2}\//.test(load)) needs.push({ what: 'file', name: load })
    else if (!load.startsWith('node:') && !load.startsWith('data:'))
      needs.push({ what: 'package', name: packageOf(load) })
  }
  return one({ assignments, words: [literal('node'), ...args] }, needs)
}

/** Assignments in front of the program; `exec`, `env` and `cross-env` say nothing more. */
function withoutPrefixes(words: readonly Word[]): { assignments: Step['assignments']; rest: Word[] } {
  const assignments: Step['assignments'] = []
  let rest = [...words]
  for (;;) {
    const [first] = rest
    const set = first === undefined ? null : /^([A-Za-z_]\w*)=/.exec(first.raw)
    const name = set?.[1]
    if (first !== undefined && name !== undefined) {
      const cut = name.length + 1
      assignments.push({ name, value: { ...first, raw: first.raw.slice(cut), text: first.text.slice(cut) } })
      rest = rest.slice(1)
    } else if (first !== undefined && !first.expands && ['exec', 'env', 'cross-env', '--'].includes(first.text))
      rest = rest.slice(1)
    else return { assignments, rest }
  }
}

function scriptNamed(program: string, args: Word[]): { name: string; args: Word[] } | undefined {
  if (!['npm', 'pnpm', 'yarn'].includes(program)) return undefined
  const words = args.filter(({ text }) => !/^(-s|--silent|--if-present)$/.test(text))
  const [first, second] = words
  const runs = first?.text === 'run' || first?.text === 'run-script'
  const name = runs ? second?.text : first?.text
  if (name === undefined) return undefined
  const more = words.slice(runs ? 2 : 1)
  return { name, args: more[0]?.text === '--' ? more.slice(1) : more }
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

function one(step: Omit<Step, 'joined'>, needs: Need[] = []): ReadStart {
  return { steps: [{ joined: null, ...step }], needs, remarks: [] }
}

function refusal(script: string, why: string, fix: string): OciError {
  return new OciError('build_impossible', `the start script "${script}" cannot be used: ${why}; ${fix}`)
}
