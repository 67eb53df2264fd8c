import { ecosystemBase } from './versions/version-order.ts'

/** Advisories of one ecosystem, as they were last imported. */
export interface AdvisoryData {
  ecosystem: string
  advisories: number
  /** When the newest of them was modified. */
  newestAt: Date | null
  importedAt: Date
}

/**
 * What the findings are worth. `unknown`: for no package is there data, or the contents are not known. `partly`: for some packages
 * there is none. Nothing is ever called clean.
 */
export type Knowledge = 'unknown' | 'partly' | 'known'

/** How many packages of an ecosystem an image has. */
interface PackageCount {
  ecosystem: string | null
  count: number
}

/** The data that speaks of an ecosystem: that of a distribution covers its releases, that of one release nothing else. */
export function dataFor(ecosystem: string | null, data: readonly AdvisoryData[]): AdvisoryData[] {
  if (ecosystem === null) return []
  return data.filter((row) => row.ecosystem === ecosystem || row.ecosystem === ecosystemBase(ecosystem))
}

export function knowledgeOf(packages: readonly PackageCount[] | null, data: readonly AdvisoryData[]): Knowledge {
  if (packages === null) return 'unknown'
  const covered = packages.filter(({ ecosystem }) => dataFor(ecosystem, data).length > 0)
  if (covered.length === 0) return 'unknown'
  return covered.length === packages.length ? 'known' : 'partly'
}

/** How old the data is by which an image was judged: as old as the oldest that was needed. Null where there is none. */
export function dataAge(packages: readonly PackageCount[] | null, data: readonly AdvisoryData[]): Date | null {
  const times = (packages ?? []).flatMap(({ ecosystem }) => {
    const imports = dataFor(ecosystem, data).map(({ importedAt }) => importedAt.getTime())
    return imports.length === 0 ? [] : [Math.max(...imports)]
  })
  return times.length === 0 ? null : new Date(Math.min(...times))
}
