import type { Client } from '@mkt/contract/client'
import type { Result } from '../context.ts'
import type { Release } from '../services/release/releases.ts'
import { facts, table } from './table.ts'

export function showRelease(release: Release): Result {
  const { listing, version, state, approved, promotedAt, imageDigest, failure, rollback, problems, warnings, id } =
    release
  const text = facts([
    ['release', `${listing.name} ${version}`],
    ['state', state],
    ['approved', approved ? 'yes' : 'no'],
    ['promoted', promotedAt],
    ['image', imageDigest],
    ['conformance', release.conformance && shownConformance(release.conformance)],
    ['failure', failure],
    ['rollback', rollback && [rollback.state, rollback.reason].filter(Boolean).join(': ')],
    ['notes', release.notes],
    ['id', id],
  ])
  return {
    data: release,
    text: [...text, ...[...problems, ...warnings].map(({ message, rule }) => `${message} (${rule})`)],
  }
}

function shownConformance({ passed, failed, notApplicable, tool, at }: NonNullable<Release['conformance']>): string {
  return `${passed} passed, ${failed} failed, ${notApplicable} not applicable (mkt ${tool}, ${at})`
}

export function showReleases(listing: string, page: { items: Release[]; next: string | null }): Result {
  const rows = page.items.map(({ version, state, rollback, approved, promotedAt, createdAt, id }) => [
    version,
    rollback ? `${state} (rollback ${rollback.state})` : state,
    approved ? 'approved' : '',
    promotedAt ? 'promoted' : '',
    createdAt,
    id,
  ])
  const empty = `${listing} has no releases yet: "mkt deploy".`
  return { data: page, text: table(['version', 'state', 'review', 'customers', 'created', 'id'], rows, empty) }
}

export function showComparison(compared: Awaited<ReturnType<Client['compareReleases']>>): Result {
  const title = `${compared.from?.version ?? 'nothing'} → ${compared.to.version}`
  const lines = compared.changes.map(
    ({ kind, name, change, details }) =>
      `${change} ${kind} ${name}${details.length > 0 ? `: ${details.join(', ')}` : ''}`,
  )
  const more = compared.asksMore.map(({ kind, what }) => `asks for more: ${kind} ${what}`)
  return { data: compared, text: [title, ...(lines.length > 0 ? lines : ['no changes']), ...more] }
}
