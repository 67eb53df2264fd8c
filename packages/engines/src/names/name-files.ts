import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

/** What the machine knows of names before it asks anybody. */
export interface NameFiles {
  /** Names in lower case and their addresses, as `/etc/hosts` has them. */
  hosts: ReadonlyMap<string, readonly string[]>
  /** Domains that a short name may be in. */
  search: readonly string[]
  /** A name with fewer dots is looked for in these domains first. */
  ndots: number
  /** Changes when the list of name servers does. */
  servers: string
}

export function parseHosts(text: string): Map<string, string[]> {
  const hosts = new Map<string, string[]>()
  for (const [address = '', ...names] of wordsOfLines(text)) {
    if (isIP(address) === 0) continue
    for (const name of names.map((one) => one.toLowerCase())) hosts.set(name, [...(hosts.get(name) ?? []), address])
  }
  return hosts
}

export function parseResolvConf(text: string): Pick<NameFiles, 'search' | 'ndots' | 'servers'> {
  let search: string[] = []
  let ndots = 1
  const servers: string[] = []
  for (const [word, ...rest] of wordsOfLines(text)) {
    // Of several, the last counts.
    if (word === 'search' || word === 'domain') search = rest.map((domain) => domain.replace(/\.$/, '').toLowerCase())
    else if (word === 'nameserver') servers.push(...rest.slice(0, 1))
    else if (word === 'options')
      for (const option of rest) ndots = Math.min(15, Number(/^ndots:(\d+)$/.exec(option)?.[1] ?? ndots))
  }
  return { search: search.filter((domain) => domain !== ''), ndots, servers: servers.join(' ') }
}

function wordsOfLines(text: string): string[][] {
  return text.split('\n').map((line) =>
    line
      .replace(/[#;].*/, '')
      .split(/\s+/)
      .filter((word) => word !== ''),
  )
}

const KNOWN_MS = 5_000

/** Reads the files, and again after a while. A file that is not there says nothing. */
export function createNameFiles(paths: { hosts: string; resolvConf: string }): () => Promise<NameFiles> {
  const read = (path: string) => readFile(path, 'utf8').catch(() => '')
  let known: { at: number; files: Promise<NameFiles> } | undefined
  return () => {
    const at = performance.now()
    if (known !== undefined && at - known.at < KNOWN_MS) return known.files
    const files = Promise.all([read(paths.hosts), read(paths.resolvConf)]).then(([hosts, resolvConf]) => ({
      hosts: parseHosts(hosts),
      ...parseResolvConf(resolvConf),
    }))
    known = { at, files }
    return files
  }
}
