import { type Severity, severities } from './severity.ts'

/** The four states of OpenVEX. Two of them close a finding: the others say that somebody looks at it. */
export const exceptionStates = ['not_affected', 'affected', 'fixed', 'under_investigation'] as const
export type ExceptionState = (typeof exceptionStates)[number]

/** Exception for an advisory in an app, until a date. */
export interface Exception {
  id: string
  advisory: string
  /** Null: whatever package of the app the advisory is about. */
  package: string | null
  status: ExceptionState
  reason: string
  author: string
  until: Date
}

/** One advisory that fits one package. */
export interface Match {
  advisory: string
  aliases: string[]
  summary: string
  severity: Severity
  score: number | null
  package: string
  ecosystem: string
  installed: string
  fixed: string[]
  firstSeenAt: Date
}

export interface Finding extends Match {
  state: 'open' | ExceptionState
  exception: Exception | null
}

/** Advisories that name each other are one problem: it is shown once, by its worst severity, under the best-known name. */
export function findingsOf(matches: readonly Match[], exceptions: readonly Exception[], now: Date): Finding[] {
  const valid = exceptions.filter(({ until }) => until > now)
  return groupAliases(matches)
    .map((match) => {
      const names = [match.advisory, ...match.aliases]
      const fitting = valid.filter(
        (each) => names.includes(each.advisory) && (each.package ?? match.package) === match.package,
      )
      const exception = fitting.at(-1) ?? null
      return { ...match, state: exception?.status ?? ('open' as const), exception }
    })
    .sort(
      (a, b) =>
        rank(a.severity) - rank(b.severity) ||
        (a.package < b.package ? -1 : a.package > b.package ? 1 : 0) ||
        (a.advisory < b.advisory ? -1 : 1),
    )
}

/** Whether a finding still needs something done: nobody has said that it does not apply or is fixed. */
export function isOpen({ state }: Pick<Finding, 'state'>): boolean {
  return state !== 'not_affected' && state !== 'fixed'
}

/** The open findings that a gate refuses. */
export function gatedFindings(findings: readonly Finding[], gate: 'none' | 'critical' | 'high'): Finding[] {
  if (gate === 'none') return []
  const refused: Severity[] = gate === 'high' ? ['critical', 'high'] : ['critical']
  return findings.filter((finding) => isOpen(finding) && refused.includes(finding.severity))
}

function groupAliases(matches: readonly Match[]): Match[] {
  const groups: { names: Set<string>; matches: Match[] }[] = []
  for (const match of matches) {
    const names = [match.advisory, ...match.aliases]
    const same = groups.filter(
      (group) =>
        group.matches[0]?.package === match.package &&
        group.matches[0].installed === match.installed &&
        names.some((name) => group.names.has(name)),
    )
    const [first = { names: new Set<string>(), matches: [] }, ...others] = same
    for (const other of others) {
      groups.splice(groups.indexOf(other), 1)
      first.matches.push(...other.matches)
      for (const name of other.names) first.names.add(name)
    }
    first.matches.push(match)
    for (const name of names) first.names.add(name)
    if (same.length === 0) groups.push(first)
  }
  return groups.map(({ names, matches }) => merged([...names], matches))
}

function merged(names: string[], matches: Match[]): Match {
  const [worst] = [...matches].sort((a, b) => rank(a.severity) - rank(b.severity)) as [Match]
  const shown = names.find((name) => name.startsWith('CVE-')) ?? worst.advisory
  return {
    ...worst,
    advisory: shown,
    aliases: names.filter((name) => name !== shown).sort(),
    summary: worst.summary || (matches.find(({ summary }) => summary !== '')?.summary ?? ''),
    fixed: [...new Set(matches.flatMap(({ fixed }) => fixed))],
    firstSeenAt: new Date(Math.min(...matches.map(({ firstSeenAt }) => firstSeenAt.getTime()))),
  }
}

function rank(severity: Severity): number {
  return severities.indexOf(severity)
}
