import { matchAdvisory } from '../../domain/material/match-advisory.ts'
import { candidatesOf, type NewFinding, replaceFindings } from '../../store/material/findings.ts'
import type { ImageKey } from '../../store/material/sboms.ts'
import type { Unit } from '../platform/unit.ts'

/** Finds the advisories that fit an image, as part of a larger change. Answers those that were not known before. */
export async function matchImage({ trx, now }: Pick<Unit, 'trx' | 'now'>, image: ImageKey): Promise<NewFinding[]> {
  const found: NewFinding[] = []
  for (const candidate of await candidatesOf(trx, image)) {
    const installed = {
      ecosystem: candidate.installedEcosystem,
      name: candidate.package,
      version: candidate.installedVersion,
    }
    const match = matchAdvisory(installed, candidate)
    if (match === undefined) continue
    found.push({
      advisory: candidate.advisory,
      ecosystem: installed.ecosystem,
      package: installed.name,
      installed: installed.version,
      fixed: match.fixed,
    })
  }
  return replaceFindings(trx, image, found, now)
}
