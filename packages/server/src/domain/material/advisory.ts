import { cvss3Score, type Severity, severityOfScore, severityOfWord } from './severity.ts'
import { ecosystemBase, ecosystems } from './versions/version-order.ts'

export interface RangeEvent {
  introduced?: string
  fixed?: string
  last_affected?: string
}

/** What an advisory says about one package of one ecosystem. */
export interface Affected {
  ecosystem: string
  package: string
  ranges: { events: RangeEvent[] }[]
  versions: string[]
}

export interface Advisory {
  id: string
  summary: string
  severity: Severity
  score: number | null
  aliases: string[]
  withdrawnAt: Date | null
  publishedAt: Date | null
  modifiedAt: Date
  affected: Affected[]
}

const MAX_AFFECTED = 2_000
const MAX_EVENTS = 5_000

/** Reads one advisory in the OSV format. The text says why it cannot be used. */
export function readAdvisory(text: string): Advisory | { wrong: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { wrong: 'is not JSON' }
  }
  if (!isObject(value)) return { wrong: 'is not a JSON object' }
  const { id, modified, aliases, upstream, affected } = value
  if (typeof id !== 'string' || id === '' || id.length > 200) return { wrong: 'has no id' }
  const modifiedAt = timeOf(modified)
  if (modifiedAt === null) return { wrong: 'does not say when it was modified' }
  const packages = listOf(affected).slice(0, MAX_AFFECTED).flatMap(affectedOf)
  const { severity, score } = severityOf(value)
  return {
    id,
    summary: textOf(value.summary, 500) || textOf(value.details, 300),
    severity,
    score,
    // Distributions name the vulnerability that theirs is the same as under `upstream`.
    aliases: [...new Set([...listOf(aliases), ...listOf(upstream)].filter(isName))].filter((alias) => alias !== id),
    withdrawnAt: timeOf(value.withdrawn),
    publishedAt: timeOf(value.published),
    modifiedAt,
    affected: packages,
  }
}

function affectedOf(value: unknown): Affected[] {
  if (!isObject(value) || !isObject(value.package)) return []
  const { ecosystem, name } = value.package
  if (!isName(ecosystem) || !isName(name) || !ecosystems.includes(ecosystemBase(ecosystem))) return []
  const ranges = listOf(value.ranges)
    .filter(isObject)
    // Ranges of commits say nothing about versions.
    .filter((range) => range.type !== 'GIT')
    .map((range) => ({ events: listOf(range.events).slice(0, MAX_EVENTS).flatMap(eventOf) }))
    .filter(({ events }) => events.length > 0)
  const versions = listOf(value.versions).filter(isName).slice(0, 20_000)
  return [{ ecosystem, package: name, ranges, versions }]
}

function eventOf(value: unknown): RangeEvent[] {
  if (!isObject(value)) return []
  for (const key of ['introduced', 'fixed', 'last_affected'] as const)
    if (isName(value[key])) return [{ [key]: value[key] }]
  return []
}

/** The score where there is one that can be calculated, else the word of the database. */
function severityOf(value: Record<string, unknown>): { severity: Severity; score: number | null } {
  const vectors = [
    ...listOf(value.severity),
    ...listOf(value.affected).flatMap((each) => (isObject(each) ? listOf(each.severity) : [])),
  ]
  const scores = vectors
    .map((each) => (isObject(each) && typeof each.score === 'string' ? cvss3Score(each.score) : undefined))
    .filter((score) => score !== undefined)
  const score = scores.length === 0 ? null : Math.max(...scores)
  const first = listOf(value.affected).find(isObject)
  const word = [value.database_specific, first?.ecosystem_specific, first?.database_specific]
    .filter(isObject)
    .flatMap((each) => [each.severity, each.urgency])
    .map(severityOfWord)
    .find((each) => each !== undefined)
  return { severity: score === null ? (word ?? 'unknown') : severityOfScore(score), score }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 300 && !value.includes('\0')
}

function textOf(value: unknown, most: number): string {
  return typeof value === 'string' ? value.replaceAll('\0', '').slice(0, most).toWellFormed() : ''
}

function timeOf(value: unknown): Date | null {
  const at = typeof value === 'string' ? new Date(value) : undefined
  return at === undefined || Number.isNaN(at.getTime()) ? null : at
}
