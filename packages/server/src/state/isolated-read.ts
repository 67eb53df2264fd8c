import { revisionHeader } from '@mkt/contract/app'
import { Failure } from '@mkt/contract/errors'
import { limits } from '@mkt/contract/limits'
import type { Platform } from '../actions/platform/platform.ts'
import { readState } from '../actions/route/read-state.ts'
import type { RelayTokens } from '../actions/route/relay-tokens.ts'
import type { KeyFacts } from '../domain/route/key.ts'
import type { ServerExchange } from '../lib/http/server-exchange.ts'
import { createFairQueue, type FairQueue, QueueFull } from '../lib/sharing/fair-queue.ts'
import { ascii } from './entry.ts'

export interface IsolatedParts {
  platform: Platform
  relayTokens: Pick<RelayTokens, 'issue'>
  isolatedTurns: FairQueue
}

/** Each such read asks the database, so few do at once: two of an installation, eight of all. */
export function createIsolatedTurns(): FairQueue {
  return createFairQueue({
    running: 8,
    runningPerParty: limits.isolatedReads.value,
    waiting: 256,
    waitingPerParty: 16,
    waitMs: 1_500,
  })
}

/**
 * Answers a container of a trial or a shadow. It sees settings and mappings as its own release would, and a token with which the
 * relay lets it read: a release on trial may change nothing. Trials are few, so nothing is kept in memory.
 */
export async function readIsolated(
  { platform, relayTokens, isolatedTurns }: IsolatedParts,
  which: 'state' | 'settings',
  facts: Pick<KeyFacts, 'installationId' | 'releaseId' | 'epoch'>,
  exchange: ServerExchange,
): Promise<void> {
  const view = await isolatedTurns
    .run(facts.installationId, () => readState(platform, facts.installationId, { releaseId: facts.releaseId }))
    .catch((error: unknown) => {
      throw error instanceof QueueFull ? tooBusy() : error
    })
  if (!view) throw new Failure('key_unknown', 'There is no installation behind this key any more.')
  if (facts.epoch < view.keyEpoch)
    throw new Failure('key_expired', 'This key was revoked. Use the `x-MKT-key` of the current request.')
  if (!view.active) throw new Failure('route_inactive', 'The installation is uninstalled: it has no state to read.')
  const { settings, tenantHostName } = view
  const mappings = view.mappings.map(({ productName, fields }) => ({ productName, fields }))
  const { installationId, releaseId } = facts
  const { relayUrl } = platform.addresses
  const reads = relayUrl !== '' && view.way !== 'none'
  const token = reads
    ? relayTokens.issue({ installationId, releaseId, epoch: view.keyEpoch, isolated: true }).token
    : null
  const platformApiUrl = reads ? `${relayUrl}/${installationId}` : ''
  const record =
    which === 'settings'
      ? { settings, mappings }
      : { settings, mappings, platformApiUrl, tenantHostName, token: token?.reveal() ?? '' }
  const lines = `content-type: application/json\r\ncache-control: no-store\r\n${revisionHeader}: ${view.revision}\r\n`
  exchange.reply(200, lines, ascii(record))
}

function tooBusy(): Failure {
  return new Failure(
    'too_busy',
    'Too many state reads of this installation by releases in trials are queued. Read the state once per request.',
    { headers: { 'retry-after': '1' } },
  )
}
