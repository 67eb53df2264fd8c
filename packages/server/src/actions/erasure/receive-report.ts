import { Failure } from '@mkt/contract/errors'
import { readEventFacts, repeatKey } from '../../domain/delivery/event.ts'
import type { Route } from '../../domain/route/route.ts'
import { anonymizedAccount, anonymizeEvent } from '../../domain/tenant/anonymize-event.ts'
import { newId } from '../../lib/ids.ts'
import { insertAccountReport } from '../../store/erasure/account-erasures.ts'
import type { Platform } from '../platform/platform.ts'

/** Additional data of a report's encrypted account. */
export const accountIdentity = (reportId: string) => `anonymized account ${reportId}`

/**
 * Keeps what a policy system reports to the platform itself: an account was anonymized there. What reports anything else, or names
 * no account, is acknowledged and forgotten, so that it is not sent again forever.
 */
export async function receiveReport(
  platform: Pick<Platform, 'clock' | 'db' | 'random' | 'vault'>,
  { variant, organizationId, installationId }: Pick<Route, 'variant' | 'organizationId' | 'installationId'>,
  body: Buffer,
): Promise<void> {
  const { type, sourceId } = readEventFacts(variant, body)
  const account = type === anonymizeEvent ? anonymizedAccount(body) : undefined
  if (account === undefined) return
  const now = platform.clock.now()
  const id = newId('rep', now, platform.random)
  const kept = await insertAccountReport(platform.db, {
    ...{ id, organizationId, installationId, now },
    repeatKey: sourceId === null ? null : repeatKey(sourceId),
    account: await platform.vault.seal(organizationId, accountIdentity(id), account),
  })
  if (!kept)
    throw new Failure('backlog_full', 'Too many reports of this installation are waiting. Send it again later.', {
      headers: { 'retry-after': '30' },
    })
}
