import type { Client } from '@mkt/contract/client'
import { count } from '@mkt/contract/text'
import type { Result } from '../context.ts'
import { table } from './table.ts'

type Findings = Awaited<ReturnType<Client['getFindings']>>
type Uses = Awaited<ReturnType<Client['findPackages']>>

const worth: Record<Findings['knowledge'], string> = {
  unknown: 'There are no advisories for the packages of this release. Ask the operator to import them.',
  partly: 'Some packages are not covered by any advisories.',
  known: '',
}

/** The findings, and always how old the data is: no findings without data would say nothing. */
export function showFindings(what: string, findings: Findings, all: boolean): Result {
  const { items, knowledge, data, packages } = findings
  const shown = items.filter(({ state }) => all || (state !== 'not_affected' && state !== 'fixed'))
  const rows = shown.map((item) => [
    item.severity,
    item.advisory,
    `${item.package} ${item.installed}`,
    item.fixed.join(', ') || '-',
    item.state === 'open' ? 'open' : `${item.state} until ${item.exception?.until.slice(0, 10) ?? ''}`,
  ])
  const none = knowledge === 'unknown' ? `${what}: not known.` : `${what}: no open findings in the advisories below.`
  const uncovered = (packages ?? []).filter(({ covered }) => !covered)
  return {
    data: findings,
    text: [
      ...table(['SEVERITY', 'ADVISORY', 'PACKAGE', 'FIXED IN', 'STATE'], rows, none),
      ...(items.length > shown.length ? [`${items.length - shown.length} more are excepted (--all shows them).`] : []),
      ...(worth[knowledge] === '' ? [] : [worth[knowledge]]),
      ...uncovered.map(
        (each) =>
          `  Without advisories: ${count(each.count, 'package')} of ${each.ecosystem ?? 'an unknown ecosystem'}`,
      ),
      ...data.map(
        (each) => `  ${each.ecosystem}: ${each.advisories} advisories, imported ${each.importedAt.slice(0, 10)}`,
      ),
    ],
  }
}

export function showPackageUses(name: string, uses: Uses): Result {
  const rows = uses.items.flatMap(({ listing, release, packages, installations }) =>
    packages.map((each) => [
      `${listing.name} ${release.version}`,
      release.state,
      `${each.name} ${each.version}`,
      installations.map(({ tenant }) => tenant).join(', '),
    ]),
  )
  return {
    data: uses,
    text: table(['RELEASE', 'STATE', 'PACKAGE', 'INSTALLED ON'], rows, `Nothing you can see has ${name}.`),
  }
}
