export interface LockEntry {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
  [property: string]: unknown
}

export interface Lock {
  packages: Record<string, LockEntry>
  [property: string]: unknown
}

const systems = ['darwin', 'linux', 'win32', 'android', 'freebsd', 'netbsd', 'openbsd', 'sunos', 'aix', 'openharmony']
const processors = ['x64', 'arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32']
const aliases: Record<string, string> = { linuxmusl: 'linux', windows: 'win32', fsevents: 'darwin' }

/** Which machines a package is for, read from its name, as publishers of native packages write it. */
export function platformOf(name: string): Pick<LockEntry, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[/@_.-]+/).map((word) => aliases[word] ?? word)
  const os = systems.filter((system) => words.includes(system))
  const cpu = processors.filter((processor) => words.includes(processor))
  const libc = /musl/.test(name) ? ['musl'] : /gnu/.test(name) ? ['glibc'] : []
  return { ...(cpu.length > 0 && { cpu }), ...(libc.length > 0 && { libc }), ...(os.length > 0 && { os }) }
}

/** The place a package at `from` finds `name`, walking up as Node does, or undefined. */
function found(packages: Lock['packages'], from: string, name: string): LockEntry | undefined {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1))) {
    const entry = packages[place === '' ? `node_modules/${name}` : `${place}/node_modules/${name}`]
    if (entry !== undefined) return entry
    // A workspace folder has no node_modules in its path: the next place up is the root.
    if (place === '') return undefined
    if (!place.includes('node_modules/')) return packages[`node_modules/${name}`]
  }
}

const exact = (range: string) => /\d+\.\d+\.\d+\S*/.exec(range)?.[0]

/**
 * npm leaves optional packages of other platforms out of the lock when it cannot fetch them, and `npm ci` then refuses
 * the lock on every machine. An entry with version, `optional`, `os` and `cpu` is all that `npm ci` asks for.
 * Addresses of registries are removed: a lock names packages, never a host.
 */
export function completeLock(lock: Lock): { lock: Lock; added: string[]; stripped: string[] } {
  const packages: Lock['packages'] = {}
  const stripped: string[] = []
  for (const [place, entry] of Object.entries(lock.packages)) {
    const { resolved, ...rest } = entry
    const remote = resolved !== undefined && /^[a-z+]+:\/\//.test(resolved)
    if (remote) stripped.push(place)
    packages[place] = remote ? rest : entry
  }
  const added: string[] = []
  for (const [place, entry] of Object.entries(lock.packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      const version = exact(range)
      if (version === undefined) continue
      const present = found(packages, place, name)
      if (present !== undefined && (present.version === version || !/^\d/.test(range))) continue
      const home = present === undefined ? `node_modules/${name}` : `${place}/node_modules/${name}`
      packages[home] = { version, ...platformOf(name), ...(entry.dev && { dev: true }), optional: true }
      added.push(home)
    }
  }
  // npm sorts by place; so do we, or the next install would reorder the file.
  const sorted = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
  return { lock: { ...lock, packages: sorted }, added, stripped }
}
