import { matchAdvisory } from '../../packages/server/src/domain/material/match-advisory.ts'
import type { LockedPackage } from './locked-packages.ts'
import type { Snapshot } from './snapshot.ts'

export interface KnownWeakness {
  id: string
  severity: string
  summary: string
  name: string
  version: string
  fixed: string[]
}

/** The locked packages that an advisory of the snapshot names, exceptions left out. */
export function checkAdvisories(packages: readonly LockedPackage[], snapshot: Snapshot): KnownWeakness[] {
  const excepted = new Set(snapshot.exceptions.map(({ id }) => id))
  return snapshot.advisories
    .filter(({ id }) => !excepted.has(id))
    .flatMap((advisory) =>
      packages.flatMap(({ name, version }) => {
        const affected = { ecosystem: 'npm', package: advisory.package, ranges: advisory.ranges, versions: [] }
        const match = matchAdvisory({ ecosystem: 'npm', name, version }, affected)
        const { id, severity, summary } = advisory
        return match === undefined ? [] : [{ id, severity, summary, name, version, fixed: match.fixed }]
      }),
    )
}
