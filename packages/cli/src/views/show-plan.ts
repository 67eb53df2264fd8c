import type { Client } from '@mkt/contract/client'
import { count } from '@mkt/contract/text'
import type { Result } from '../context.ts'

/** What a manifest would do to the installations there are. */
export function showPlan(planned: Awaited<ReturnType<Client['planRelease']>>): Result {
  const { installations, asksMore, needsReview, own, others } = planned
  const { total, fine, needConfiguration } = installations
  const text = [
    total === 0
      ? 'There are no installations yet.'
      : `${count(total, 'installation')}: ${fine} would simply take it, ${needConfiguration} ${needConfiguration === 1 ? 'needs' : 'need'} configuration.`,
    ...own.flatMap(({ installationId, tenant, problems }) =>
      problems.map(({ pointer, message, rule }) => `${installationId} on ${tenant}: ${pointer} ${message} (${rule})`),
    ),
    ...others.map(({ rule, count }) => `${count} of other organizations: ${rule}`),
    ...asksMore.map(({ kind, what }) => `asks for more: ${kind} ${what}`),
    needsReview ? 'A moderator must approve it before it can be promoted.' : 'No new review is needed.',
  ]
  return { data: planned, text }
}
