import { compareVersions } from '@mkt/manifest'
import { ageInDays, STALE_DAYS } from '../advisories/snapshot-age.ts'

export interface Repository {
  /** The version that the packages say. */
  version: string
  changelog: string
  tags: readonly string[]
  /** Files that are changed or not known to git. */
  dirty: readonly string[]
  /** What only processes from before the last release need, and is in the schema still. */
  leftovers?: readonly string[]
  /** The day of the snapshot of advisories, where its age counts. */
  advisoriesTaken?: string
}

export type ReleasePlan = { tag: string; changelog: string; notes: string } | { problems: string[] }

const UNRELEASED = '## [Unreleased]'

export const tagOf = (version: string) => `v${version}`

/** What a release of this version writes, or everything that stands in its way. */
export function planRelease(repository: Repository, wanted: string, day: string): ReleasePlan {
  const { version, changelog, tags, dirty, leftovers = [], advisoriesTaken } = repository
  const tag = tagOf(wanted)
  const notes = unreleasedOf(changelog)
  const problems: string[] = []
  if (!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(wanted))
    return { problems: [`"${wanted}" is no version; write three numbers, such as 1.4.0`] }
  if (compareVersions(wanted, version) < 0) problems.push(`${wanted} is below ${version}, the version of the packages`)
  if (tags.includes(tag)) problems.push(`${tag} is released already; choose a higher version`)
  if (dirty.length > 0) problems.push(`commit or remove first: ${dirty.join(', ')}`)
  if (notes === '') problems.push('CHANGELOG.md says nothing below [Unreleased]; write what changed for users')
  if (leftovers.length > 0 && !isCorrection(wanted, version))
    problems.push(
      `drop what no release needs any more by a migration, and its line in contractions.ts: ${leftovers.join(', ')}`,
    )
  const age = advisoriesTaken === undefined ? 0 : ageInDays(advisoriesTaken, new Date(day))
  if (age > STALE_DAYS)
    problems.push(
      `what is known of weaknesses in dependencies is ${age} days old, at most ${STALE_DAYS} are taken; import newer advisories (node scripts/advisories.ts import), or add --stale-advisories`,
    )
  if (problems.length > 0) return { problems }
  const heading = `${UNRELEASED}\n\n## [${wanted}] - ${day}`
  return { tag, changelog: changelog.replace(UNRELEASED, () => heading), notes: `${notes}\n` }
}

/** Only the last number is higher. */
function isCorrection(wanted: string, version: string): boolean {
  const [major, minor] = wanted.split('.')
  return version.startsWith(`${major}.${minor}.`)
}

function unreleasedOf(changelog: string): string {
  const begin = changelog.indexOf(UNRELEASED)
  if (begin < 0) return ''
  const rest = changelog.slice(begin + UNRELEASED.length)
  const end = rest.search(/^## \[/m)
  return (end < 0 ? rest : rest.slice(0, end)).trim()
}

/** The notes of a version that the changelog has already; of one that is not released yet, what it says so far. */
export function notesOf(changelog: string, version: string): string {
  const begin = changelog.indexOf(`## [${version}]`)
  if (begin < 0) return `${unreleasedOf(changelog)}\n`
  const [, ...lines] = changelog.slice(begin).split('\n')
  const end = lines.findIndex((line) => line.startsWith('## ['))
  return `${lines
    .slice(0, end < 0 ? undefined : end)
    .join('\n')
    .trim()}\n`
}
