import type { Lock } from './complete-lock.ts'

export interface LockedPackage {
  place: string
  name: string
  version: string
}

/** Packages of the lock whose content nothing vouches for. Workspaces and links are our own files. */
export function packagesWithoutIntegrity(lock: Lock): LockedPackage[] {
  return Object.entries(lock.packages).flatMap(([place, { name, version, integrity, link }]) => {
    const at = place.lastIndexOf('node_modules/')
    if (at < 0 || link || integrity !== undefined || version === undefined) return []
    return [{ place, name: typeof name === 'string' ? name : place.slice(at + 'node_modules/'.length), version }]
  })
}

/** Adds to each of them what `integrityOf` answers. */
export function addIntegrity(lock: Lock, integrityOf: (of: LockedPackage) => string | undefined): Lock {
  const packages = { ...lock.packages }
  for (const one of packagesWithoutIntegrity(lock)) {
    const integrity = integrityOf(one)
    if (integrity === undefined) continue
    const { version, ...rest } = packages[one.place] ?? {}
    packages[one.place] = { ...(version === undefined ? {} : { version }), integrity, ...rest }
  }
  return { ...lock, packages }
}
