import { isOpen } from '../../domain/material/finding.ts'
import { dataAge } from '../../domain/material/knowledge.ts'
import { type Severity, severities } from '../../domain/material/severity.ts'
import { type ImageKey, sbomOf } from '../../store/material/sboms.ts'
import { readFindings } from '../material/read-findings.ts'
import type { Platform } from '../platform/platform.ts'

/** Contents and open findings of a release, with the age of the data. Without data nothing is known. */
export async function readMaterials(platform: Pick<Platform, 'db' | 'clock'>, image: ImageKey) {
  const { knowledge, findings, data, packages } = await readFindings(platform.db, image, platform.clock.now())
  const sbom = await sbomOf(platform.db, image)
  const open = findings.filter(isOpen)
  return {
    packages: packages === null ? null : packages.reduce((sum, { count }) => sum + count, 0),
    unread: sbom?.unread.length ?? 0,
    reason:
      packages !== null
        ? null
        : sbom === undefined
          ? 'The contents of the image have not been read yet.'
          : `The contents of the image could not be read: ${sbom.failure ?? 'no reason is known'}.`,
    knowledge,
    open: Object.fromEntries(
      severities.map((severity) => [severity, open.filter((each) => each.severity === severity).length]),
    ) as Record<Severity, number>,
    excepted: findings.length - open.length,
    dataAt: dataAge(packages, data),
  }
}
