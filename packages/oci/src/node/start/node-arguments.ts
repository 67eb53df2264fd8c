import type { Word } from './split-script.ts'

/** What stands behind `node` on a command line. */
export interface NodeArguments {
  options: Word[]
  /** The program, as it was written. */
  entry: Word
  args: Word[]
  /** Modules that options load before it: `./instrument.mjs`, `dotenv/config`. */
  loads: string[]
}

export type ReadArguments = NodeArguments | { script: string } | { problem: string; fix: string }

const loading = new Set(['-r', '--require', '--import', '--loader', '--experimental-loader'])
const valued = new Set([
  ...loading,
  '-C',
  '--conditions',
  '--disable-warning',
  '--dns-result-order',
  '--env-file-if-exists',
  '--icu-data-dir',
  '--input-type',
  '--openssl-config',
  '--redirect-warnings',
  '--report-dir',
  '--report-directory',
  '--report-filename',
  '--title',
  '--trace-event-categories',
  '--unhandled-rejections',
])
const impossible: Readonly<Record<string, string>> = {
  '--watch': 'it is for development; leave it out of "start"',
  '--watch-path': 'it is for development; leave it out of "start"',
  '--env-file':
    'files with secrets are never put into an image; set variables with "mkt variables set", and use --env-file-if-exists',
  '-e': 'put the code into a file and start that',
  '--eval': 'put the code into a file and start that',
  '-p': 'put the code into a file and start that',
  '--print': 'put the code into a file and start that',
  '-i': 'there is no terminal',
  '--interactive': 'there is no terminal',
  '--test': 'tests are not a program to start',
}

/** Tells the options of Node from the program and its own arguments. */
export function readNodeArguments(words: readonly Word[]): ReadArguments {
  const options: Word[] = []
  const loads: string[] = []
  let at = 0
  for (; at < words.length; at += 1) {
    const word = words[at] as Word
    if (!word.text.startsWith('-') || word.text === '-') break
    const [name = '', ...value] = word.text.split('=')
    const next = words[at + 1]
    if (name === '--run') return { script: value.join('=') || (next?.text ?? '') }
    const why = impossible[name]
    if (why !== undefined) return { problem: `node ${name} cannot be carried into an image`, fix: why }
    options.push(word)
    if (name === '--') {
      at += 1
      break
    }
    const separate = valued.has(name) && value.length === 0
    if (loading.has(name)) loads.push(separate ? (next?.text ?? '') : value.join('='))
    if (separate && next !== undefined) {
      options.push(next)
      at += 1
    }
  }
  const entry = words[at]
  if (entry === undefined)
    return { problem: 'node is started without a program', fix: 'name the file: "start": "node src/main.js"' }
  return { options, entry, args: words.slice(at + 1), loads }
}
