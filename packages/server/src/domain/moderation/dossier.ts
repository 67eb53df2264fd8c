import { count } from '@mkt/contract/text'
import type { EgressEntry } from '@mkt/manifest'

/** Checklist of a moderator, derived from the listing and the release. */
export interface Check {
  id: string
  title: string
  passed: boolean
  detail: string
  /** The moment that `detail` is about. The console writes it as its reader reads times. */
  at: Date | null
}

interface Finding {
  rule: string
  severity: 'error' | 'warning'
  pointer: string
  message: string
}

interface Reviewed {
  listing: { summary: string; about: string; requirements: string; supportContact: string }
  release: {
    manifest: {
      app?: { fields?: { name: string; title: string }[] } | undefined
      platform?: { public?: string[]; egress?: EgressEntry[] } | undefined
    }
    problems: readonly Finding[]
    warnings: readonly Finding[]
    liveAt: Date | null
  }
}

const texts = {
  summary: 'The summary',
  about: 'The about section',
  requirements: 'The requirements section',
  supportContact: 'The support contact',
} as const

function missingTexts(listing: Reviewed['listing']): (keyof typeof texts)[] {
  return (Object.keys(texts) as (keyof typeof texts)[]).filter((field) => listing[field].trim() === '')
}

/** What the platform noticed of manifest and image, with the paths that are open to everyone. */
function manifestFindings({ manifest, problems, warnings }: Reviewed['release']): Finding[] {
  const open = manifest.platform?.public ?? []
  return [
    ...problems,
    ...warnings,
    ...open.map((path, index) => ({
      rule: 'public.path.open',
      severity: 'warning' as const,
      pointer: `/platform/public/${index}`,
      message: `Anybody can call ${path} of the app: it is open without the caller secret.`,
    })),
  ]
}

/** What the platform noticed by itself: of manifest and image, and of texts that are missing. */
export function findingsOf({ listing, release }: Reviewed): Finding[] {
  return [
    ...manifestFindings(release),
    ...missingTexts(listing).map((field) => ({
      rule: `listing.${field}.missing`,
      severity: 'warning' as const,
      pointer: `/${field}`,
      message: `${texts[field]} of the listing is empty.`,
    })),
  ]
}

export function checklistOf(reviewed: Reviewed, runningTests: number): Check[] {
  return checks(reviewed, runningTests).map((check) => ({ at: null, ...check }))
}

function checks({ listing, release }: Reviewed, runningTests: number): (Omit<Check, 'at'> & Partial<Check>)[] {
  const open = release.manifest.platform?.public ?? []
  const missing = missingTexts(listing).filter((field) => field !== 'supportContact')
  return [
    {
      id: 'manifest',
      title: 'The manifest keeps every rule',
      passed: release.problems.length === 0,
      detail: countFindings(manifestFindings(release)),
    },
    {
      id: 'texts',
      title: 'Summary, about and requirements are written',
      passed: missing.length === 0,
      detail: missing.length === 0 ? 'All there' : `${missing.map((field) => texts[field]).join(', ')}: empty`,
    },
    {
      id: 'support',
      title: 'Customers know whom to ask',
      passed: listing.supportContact !== '',
      detail: listing.supportContact || 'No support contact',
    },
    {
      id: 'runs',
      title: 'The release has run healthily',
      passed: release.liveAt !== null,
      detail: release.liveAt === null ? 'It was never live' : 'It went live',
      at: release.liveAt,
    },
    {
      id: 'tested',
      title: 'The publisher has a running test installation of this release',
      passed: runningTests > 0,
      detail: `${runningTests} running`,
    },
    {
      id: 'public-paths',
      title: 'No path is open without the caller secret',
      passed: open.length === 0,
      detail: open.length === 0 ? 'None' : open.join(', '),
    },
    {
      id: 'egress',
      title: 'The manifest says where the app sends data',
      passed: release.manifest.platform?.egress !== undefined,
      detail: describeEgress(release.manifest),
    },
  ]
}

function countFindings(findings: readonly Finding[]): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length
  return `${count(errors, 'problem')}, ${count(findings.length - errors, 'warning')} in manifest and image`
}

function describeEgress({ app, platform }: Reviewed['release']['manifest']): string {
  const entries = platform?.egress
  const titleOf = (name: string) => app?.fields?.find((one) => one.name === name)?.title ?? name
  if (entries === undefined) return 'It may send data anywhere: every public host'
  if (entries.length === 0) return 'Nowhere'
  return entries
    .map((entry) => {
      const where =
        'setting' in entry ? `the address in “${titleOf(entry.setting)}”` : `${entry.host}:${entry.port ?? 443}`
      return `${where} (${entry.purpose}${entry.personalData ? ', personal data' : ''})`
    })
    .join('; ')
    .replace(/^the /, 'The ')
}
