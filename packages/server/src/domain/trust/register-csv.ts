import { dataSheetLineNames, dataSheetLines, observedLines } from '@mkt/contract/api'
import { csvLine } from '../../lib/csv.ts'
import type { SheetLine } from '../listing/data-sheet.ts'
import type { Severity } from '../material/severity.ts'

/** An installation as a line of the register. */
export interface RegisterLine {
  installation: { id: string; name: string; state: string; test: boolean; createdAt: string; tenant: { name: string } }
  trust: {
    listing: { name: string; title: string }
    publisher: { title: string }
    release: { version: string; imageDigest: string; approvedAt: string | null }
    egress: {
      enforcement: { state: string }
      declared: readonly { host: string | null; port: number | null; setting: string | null; purpose: string }[] | null
    }
    policySystem: { asked: string; way: string | null }
    materials: { packages: number | null; knowledge: string; open: Record<Severity, number>; dataAt: string | null }
    signatures: readonly { text: string }[]
    dataSheet: readonly SheetLine[]
  }
}

const head = [
  'Installation',
  'Installation ID',
  'State',
  'Test',
  'Tenant',
  'Installed at',
  'App',
  'App title',
  'Publisher',
  'Release',
  'Image',
  'Approved at',
  'Egress declared',
  'Egress enforcement',
  'Policy system access asked',
  'Policy system access',
  'Packages',
  'Findings known',
  'Open critical',
  'Open high',
  'Open medium',
  'Open low',
  'Open unknown severity',
  'Advisories imported at',
  'Signature',
  ...dataSheetLineNames.flatMap((line) => [dataSheetLines[line], `${dataSheetLines[line]}: mark`]),
  ...Object.values(observedLines).map((title) => `${title} (observed)`),
]

export const registerCsvHead = csvLine(head)

/** One line for each installation. Where nothing is known of findings, the cells are empty: zero would say that it is clean. */
export function registerCsv({ installation, trust }: RegisterLine): string {
  const { listing, publisher, release, egress, policySystem, materials, signatures } = trust
  const { open } = materials
  const counted = (severity: Severity) => (materials.knowledge === 'unknown' ? null : open[severity])
  const lineOf = (name: string) => trust.dataSheet.find((each) => each.line === name)
  return csvLine([
    installation.name,
    installation.id,
    installation.state,
    installation.test,
    installation.tenant.name,
    installation.createdAt,
    listing.name,
    listing.title,
    publisher.title,
    release.version,
    release.imageDigest,
    release.approvedAt,
    declaredText(egress.declared),
    egress.enforcement.state,
    policySystem.asked,
    policySystem.way,
    materials.packages,
    materials.knowledge === 'unknown' ? 'not known' : materials.knowledge,
    ...(['critical', 'high', 'medium', 'low', 'unknown'] as const).map(counted),
    materials.dataAt,
    signatures.map(({ text }) => text).join('\n') || 'Not signed by a registered key',
    ...dataSheetLineNames.flatMap((name) => sheetCells(lineOf(name))),
    ...Object.keys(observedLines).map((name) => lineOf(name)?.text),
  ])
}

function sheetCells(line: SheetLine | undefined): (string | null)[] {
  if (line === undefined || line.mark === null) return [null, 'not stated']
  return [line.text, line.mark === 'checked' ? `checked ${line.at?.slice(0, 10)} by ${line.by}` : line.mark]
}

function declaredText(declared: RegisterLine['trust']['egress']['declared']): string {
  if (declared === null) return 'Not declared: may send data to every public host'
  if (declared.length === 0) return 'Nowhere'
  return declared
    .map(({ host, port, setting, purpose }) => {
      const place = host === null ? `setting ${setting}` : port === 443 ? host : `${host}:${port}`
      return `${place}: ${purpose}`
    })
    .join('\n')
}
