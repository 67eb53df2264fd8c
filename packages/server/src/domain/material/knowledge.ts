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

export function knowledgeOf(
  packages: readonly { ecosystem: string | null; count: number }[] | null,
  data: readonly AdvisoryData[],
): Knowledge {
  if (packages === null) return 'unknown'
  const known = new Set(data.map(({ ecosystem }) => ecosystem))
  const covered = packages.filter(({ ecosystem }) => ecosystem !== null && known.has(ecosystem.split(':')[0] ?? ''))
  if (covered.length === 0) return 'unknown'
  return covered.length === packages.length ? 'known' : 'partly'
}
