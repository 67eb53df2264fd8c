import type { Affected, RangeEvent } from './advisory.ts'
import { type Compare, ecosystemBase, versionOrder } from './versions/version-order.ts'

/** A package of an image, by the names that advisories use: that of the source for distributions. */
export interface InstalledPackage {
  ecosystem: string
  name: string
  version: string
}

/** The versions that fix it, when the package is affected; undefined when it is not. */
export function matchAdvisory(installed: InstalledPackage, affected: Affected): { fixed: string[] } | undefined {
  if (affected.package !== installed.name || !sameEcosystem(installed.ecosystem, affected.ecosystem)) return undefined
  const compare = versionOrder(installed.ecosystem)
  if (compare === undefined) return undefined
  const within = affected.ranges.filter((range) => isWithin(installed.version, range.events, compare))
  const listed = affected.versions.some((version) => compare(version, installed.version) === 0)
  if (within.length === 0 && !listed) return undefined
  const fixes = affected.ranges.flatMap(({ events }) =>
    events.flatMap(({ fixed }) => (fixed === undefined ? [] : [fixed])),
  )
  const later = [...new Set(fixes)].filter((fixed) => compare(fixed, installed.version) > 0)
  return { fixed: later.sort(compare) }
}

/** Advisories of a distribution are for one release of it; one without a release is for all. */
function sameEcosystem(installed: string, affected: string): boolean {
  return installed === affected || (ecosystemBase(installed) === affected && affected !== installed)
}

/** The events in order of their versions say where being affected begins and ends. */
function isWithin(version: string, events: readonly RangeEvent[], compare: Compare): boolean {
  const order = (event: RangeEvent) => event.introduced ?? event.fixed ?? event.last_affected ?? '0'
  const lowest = (text: string) => text === '0'
  const sorted = [...events].sort((a, b) => {
    const [one, other] = [order(a), order(b)]
    if (lowest(one) || lowest(other)) return Number(lowest(other)) - Number(lowest(one))
    return compare(one, other)
  })
  let affected = false
  for (const { introduced, fixed, last_affected: last } of sorted) {
    if (introduced !== undefined && (lowest(introduced) || compare(version, introduced) >= 0)) affected = true
    if (fixed !== undefined && compare(version, fixed) >= 0) affected = false
    if (last !== undefined && compare(version, last) > 0) affected = false
  }
  return affected
}
