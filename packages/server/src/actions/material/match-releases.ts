import { count } from '@mkt/contract/text'
import { findingsOf, isOpen } from '../../domain/material/finding.ts'
import { exceptionsOf } from '../../store/material/exceptions.ts'
import { imagesWithSbom, matchesOf } from '../../store/material/findings.ts'
import { notify } from '../platform/notify.ts'
import type { Unit } from '../platform/unit.ts'
import { matchImage } from './match-image.ts'

type Image = Awaited<ReturnType<typeof imagesWithSbom>>[number]

/** Matches every release with the advisories again, as part of a larger change, and tells publishers of what is new and bad. */
export async function matchReleases(unit: Unit): Promise<{ releases: number; newFindings: number }> {
  const images = await imagesWithSbom(unit.trx)
  const serious = new Map<string, { image: Image; versions: string[]; findings: Set<string> }>()
  let newFindings = 0
  for (const image of images) {
    const fresh = new Set((await matchImage(unit, image)).map(({ advisory, package: name }) => `${advisory} ${name}`))
    newFindings += fresh.size
    if (fresh.size === 0) continue
    unit.changed('listing', image.listingId)
    // Only what runs is worth a message: the live release, and those that installations still run.
    if (image.state !== 'LIVE' && !image.installed) continue
    const bad = await seriousFindings(unit, image, fresh)
    if (bad.length === 0) continue
    const known = serious.get(image.listingId) ?? { image, versions: [], findings: new Set<string>() }
    known.versions.push(image.version)
    for (const finding of bad) known.findings.add(finding)
    serious.set(image.listingId, known)
  }
  for (const { image, versions, findings } of serious.values()) await tell(unit, image, versions, [...findings])
  return { releases: images.length, newFindings }
}

/** The open findings of an image that are new and bad, by name. */
async function seriousFindings(unit: Unit, image: Image, fresh: ReadonlySet<string>): Promise<string[]> {
  const all = findingsOf(await matchesOf(unit.trx, image), await exceptionsOf(unit.trx, image.listingId), unit.now)
  return all
    .filter(
      (finding) =>
        isOpen(finding) &&
        (finding.severity === 'critical' || finding.severity === 'high') &&
        [finding.advisory, ...finding.aliases].some((name) => fresh.has(`${name} ${finding.package}`)),
    )
    .map(({ advisory, package: name }) => `${advisory} (${name})`)
}

/** One message for each app, whatever the number of its releases that run. */
async function tell(unit: Unit, image: Image, versions: readonly string[], findings: readonly string[]): Promise<void> {
  const worst = findings.slice(0, 5).join(', ')
  const more = findings.length > 5 ? ` and ${findings.length - 5} more` : ''
  const name = `${image.listingName} ${versions.slice(0, 5).join(', ')}`
  await notify(
    unit,
    { organizationId: image.organizationId, roles: ['owner', 'admin', 'developer'] },
    {
      kind: 'release.findings',
      title: `${name} has ${count(findings.length, 'new serious finding')}`,
      text: `New advisories fit packages of ${name}: ${worst}${more}. Deploy a release with fixed packages, or say why they do not apply.`,
      link: `/publish/${image.listingId}/findings`,
    },
  )
}
