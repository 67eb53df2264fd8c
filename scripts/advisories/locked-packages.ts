/** A package that the lock file names. */
export interface LockedPackage {
  name: string
  version: string
}

interface Lock {
  packages: Record<string, { version?: string; link?: boolean; name?: string }>
}

/** Every package from elsewhere that the lock file installs, each version once. */
export function lockedPackages(lockText: string): LockedPackage[] {
  const { packages } = JSON.parse(lockText) as Lock
  const found = new Map<string, LockedPackage>()
  for (const [path, { version, link, name }] of Object.entries(packages)) {
    const at = path.lastIndexOf('node_modules/')
    if (at === -1 || link === true || version === undefined) continue
    const one = { name: name ?? path.slice(at + 'node_modules/'.length), version }
    found.set(`${one.name}@${one.version}`, one)
  }
  return [...found.values()]
}
