import { type Finding, findingsOf } from '../../domain/material/finding.ts'
import { type AdvisoryData, type Knowledge, knowledgeOf } from '../../domain/material/knowledge.ts'
import type { Db } from '../../store/database/database.ts'
import { advisoryData } from '../../store/material/advisories.ts'
import { exceptionsOf } from '../../store/material/exceptions.ts'
import { matchesOf } from '../../store/material/findings.ts'
import { type ImageKey, packageCounts, sbomOf } from '../../store/material/sboms.ts'

export interface Findings {
  knowledge: Knowledge
  findings: Finding[]
  data: AdvisoryData[]
  /** Null when the contents of the image are not known. */
  packages: { ecosystem: string | null; count: number }[] | null
}

/** The findings of an image, with the age and the gaps of what is known. */
export async function readFindings(db: Db, image: ImageKey, now: Date): Promise<Findings> {
  const sbom = await sbomOf(db, image)
  const packages = sbom === undefined || sbom.document === null ? null : await packageCounts(db, image)
  const data = await advisoryData(db)
  const findings = findingsOf(await matchesOf(db, image), await exceptionsOf(db, image.listingId), now)
  return { knowledge: knowledgeOf(packages, data), findings, data, packages }
}
