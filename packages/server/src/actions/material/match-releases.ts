import { count } from '@mkt/contract/text'
import { findingsOf, isOpen } from '../../domain/material/finding.ts'
import { exceptionsOf } from '../../store/material/exceptions.ts'
import { imagesWithSbom, matchesOf } from '../../store/material/findings.ts'
import { notify } from '../platform/notify.ts'
import type { Unit } from '../platform/unit.ts'
import { matchImage } from './match-image.ts'

/** Matches every release with the advisories again, as part of a larger change, and tells publishers of what is new and bad. */
export async function matchReleases(unit: Unit): Promise<{ releases: number; newFindings: number }> {
  const images = await imagesWithSbom(unit.trx)
  const told = new Map<string, { image: (typeof images)[number]; findings: number; worst: string[] }>()
  let newFindings = 0
  for (const image of images) {
    const fresh = new Set((await matchImage(unit, image)).map(({ advisory, package: name }) => `${advisory} ${name}`))
    newFindings += fresh.size
    if (fresh.size === 0) continue
    unit.changed('listing', image.listingId)
    // Only what runs is worth a message; older releases are seen on their page.
    if (image.state !== 'LIVE') continue
    const all = findingsOf(await matchesOf(unit.trx, image), await exceptionsOf(unit.trx, image.listingId), unit.now)
    const bad = all.filter(
      (finding) =>
        isOpen(finding) &&
        (finding.severity === 'critical' || finding.severity === 'high') &&
        [finding.advisory, ...finding.aliases].some((name) => fresh.has(`${name} ${finding.package}`)),
    )
    if (bad.length > 0)
      told.set(image.listingId, {
        image,
        findings: bad.length,
        worst: bad.slice(0, 5).map(({ advisory, package: name }) => `${advisory} (${name})`),
      })
  }
  for (const { image, findings, worst } of told.values()) {
    const more = findings > worst.length ? ` and ${findings - worst.length} more` : ''
    await notify(
      unit,
      { organizationId: image.organizationId, roles: ['owner', 'admin', 'developer'] },
      {
        kind: 'release.findings',
        title: `${image.listingName} ${image.version} has ${count(findings, 'new serious finding')}`,
        text: `New advisories fit packages of ${image.listingName} ${image.version}: ${worst.join(', ')}${more}. Deploy a release with mended packages, or say why they do not apply.`,
        link: `/publish/${image.listingId}/releases/${image.releaseId}`,
      },
    )
  }
  return { releases: images.length, newFindings }
}
