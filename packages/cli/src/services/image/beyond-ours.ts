import { satisfiesRange } from '@mkt/oci'

/** Stands in files that `mkt init` wrote for languages other than Node; an author who changes such a file removes it. */
const marked = /^# mkt: built without a daemon while this line stands here$/m

/**
 * The instructions of a Dockerfile that our own builder does not carry out. A file that only copies a Node app, installs its
 * production dependencies and starts what `start` starts has none: both ways give the same program. `nodeMajor` is the Node that our
 * own builder would take.
 */
export function beyondOurs(dockerfile: string, startLine: string | undefined, nodeMajor: number): string[] {
  if (marked.test(dockerfile)) return []
  return instructionsOf(dockerfile).filter((line) => !isOurs(line, startLine, nodeMajor))
}

/** The Node that our own builder takes: this one where it is in the range, else the first that the range names. */
export function runtimeMajor(range: string | undefined, version: string): number {
  const named = range === undefined || satisfiesRange(version, range) ? version : range
  return Number(/\d+/.exec(named)?.[0])
}

function instructionsOf(text: string): string[] {
  const joined = text.replace(/^\s*#.*$/gm, '').replace(/\\\r?\n/g, ' ')
  const lines = joined.split('\n').map((line) => line.trim().replace(/\s+/g, ' '))
  return lines.filter((line) => line !== '')
}

function isOurs(line: string, startLine: string | undefined, nodeMajor: number): boolean {
  const [word = '', ...rest] = line.split(' ')
  const given = rest.join(' ')
  switch (word.toUpperCase()) {
    case 'FROM':
      return isOurNode(given, nodeMajor)
    case 'WORKDIR':
    case 'COPY':
    case 'EXPOSE':
    case 'LABEL':
    case 'USER':
    case 'STOPSIGNAL':
      return !given.startsWith('--from')
    case 'ENV':
      return /^NODE_ENV[= ]production$/.test(given)
    case 'RUN':
      return /^(npm (ci|install|i)( --?[\w=-]+)*|corepack enable|yarn install.*|pnpm install.*)$/.test(given)
    case 'CMD':
    case 'ENTRYPOINT':
      return isStart(given, startLine)
    default:
      return false
  }
}

/** A tag without a number (`node:lts-slim`) leaves the version to others. */
function isOurNode(given: string, nodeMajor: number): boolean {
  const found = /^(--platform=\S+ )?(docker\.io\/)?(library\/)?node(:(?<tag>[\w.-]+))?( as \w+)?$/i.exec(given)
  if (found === null) return false
  const major = /^\d+/.exec(found.groups?.tag ?? '')?.[0]
  return major === undefined || Number(major) === nodeMajor
}

function isStart(given: string, startLine: string | undefined): boolean {
  const words = given.startsWith('[') ? execForm(given) : given
  return words === 'npm start' || words === 'npm run start' || (startLine !== undefined && words === startLine)
}

function execForm(text: string): string | undefined {
  try {
    return (JSON.parse(text) as string[]).join(' ')
  } catch {
    return undefined
  }
}
