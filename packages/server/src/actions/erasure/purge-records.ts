import { createHash } from 'node:crypto'
import { isLost } from '../../lib/seal.ts'
import { eraseLocators, eraseLocatorsOf } from '../../store/activity/activity-locators.ts'
import { eraseChosenPolicies } from '../../store/erasure/erased-choices.ts'
import type { RewrittenKind } from '../../store/erasure/erased-documents.ts'
import type { ErasedSpan } from '../../store/erasure/erased-scope.ts'
import {
  type ErasedKind,
  erasedKinds,
  purgeAnswers,
  purgeLateAnswers,
  purgeRows,
  type SealedRow,
  sealedRows,
} from '../../store/erasure/erasures.ts'
import type { Installation } from '../../store/installation/installations.ts'
import { callMessageIdentity } from '../call/app-messages.ts'
import { lastAnswerIdentity, lastRequestIdentity } from '../call/last-answer-identity.ts'
import { callPayloadIdentity } from '../call/show-call-payload.ts'
import { bodyIdentity } from '../delivery/receive-event.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'
import { sampleIdentity } from '../trial/sample-identity.ts'
import { endRunningTrials, trialCallIdentity } from '../trial/settle-trial.ts'
import { type ErasedThings, eraseDocuments } from './erase-documents.ts'
import { erasePaths } from './erase-paths.ts'

/** How many rows of each kind were purged, and how many of these nobody could read. */
export type ErasedRows = Record<ErasedKind | RewrittenKind | 'tenantCallPaths' | 'unreadable', number>

const BATCH = 100

/** Additional data of the encrypted part of each kind of row. */
const identities: Record<ErasedKind, (row: SealedRow, installationId: string) => string> = {
  callPayloads: ({ id }) => callPayloadIdentity(id),
  appMessages: ({ id }) => callMessageIdentity(id),
  sampleCalls: ({ id }) => sampleIdentity(id),
  eventBodies: ({ id }) => bodyIdentity(id),
  lastAnswers: ({ id }, installationId) => lastAnswerIdentity(installationId, id),
  trialCalls: ({ id, part }) => trialCallIdentity(id.slice(0, id.indexOf('/')), part),
}

/** A trial that runs holds calls of its sample: what it would write about them is forgotten too. */
const TRIAL_ENDED = 'Calls of its sample were erased while it ran. Ask for it again.'

/** Locators as a certificate tells them: it must not name whom it forgot. */
export function digestsOf(locators: readonly string[] | null): string[] {
  return (locators ?? []).map((locator) => createHash('sha256').update(locator).digest('hex'))
}

/**
 * Purges what was recorded for an installation and names one of the locators, or everything without locators; with a span, only what came
 * in within it. Doing it again finds nothing.
 */
export async function purgeRecords(
  platform: Changing & Pick<Platform, 'vault'>,
  { id, organizationId }: Pick<Installation, 'id' | 'organizationId'>,
  locators: readonly string[] | null,
  span: ErasedSpan | null,
): Promise<ErasedRows> {
  const purged = {} as Record<ErasedKind, number>
  let unreadable = 0
  const erasedCalls = new Set<string>()
  const about = { installationId: id, locators, span }
  for (const kind of erasedKinds)
    purged[kind] = await eraseKind(platform, kind, about, (row, isUnreadable) => {
      if (kind === 'trialCalls') erasedCalls.add(row.part)
      if (isUnreadable) unreadable += 1
    })
  const { unreadable: unreadableDocuments, ...documents } = await eraseDocuments(platform, about, erasedCalls)
  const tenantCallPaths = await erasePaths(platform, about)
  await eraseChosenPolicies(platform.db, about)
  if (span !== null) await purgeLateAnswers(platform.db, id, span)
  await eraseLocators(platform.db, { organizationId, installationId: id, until: span?.to }, locators)
  return { ...purged, ...documents, tenantCallPaths, unreadable: unreadable + unreadableDocuments }
}

async function eraseKind(
  platform: Changing & Pick<Platform, 'vault'>,
  kind: ErasedKind,
  { installationId, locators, span }: ErasedThings,
  note: (row: SealedRow, isUnreadable: boolean) => void,
): Promise<number> {
  let purged = 0
  for (let after = ''; ; ) {
    const batch = await sealedRows(platform.db, kind, { installationId, span, named: locators !== null }, after, BATCH)
    const named: string[] = []
    for (const row of batch) {
      const found = await names(platform, kind, installationId, row, locators)
      if (found === 'nobody') continue
      named.push(row.id)
      note(row, found === 'unreadable')
    }
    if (named.length > 0) purged += await purge(platform, kind, installationId, named)
    if (batch.length < BATCH) return purged
    after = batch.at(-1)?.id ?? ''
  }
}

/**
 * Whether a row names one of the locators. An answer whose request was not kept may be about anybody, and so may a row that no key opens:
 * it goes too, and one such row keeps nobody else's from being erased.
 */
async function names(
  { vault }: Pick<Platform, 'vault'>,
  kind: ErasedKind,
  installationId: string,
  row: SealedRow,
  locators: readonly string[] | null,
): Promise<'named' | 'nobody' | 'unreadable'> {
  if (locators === null || row.request === null) return 'named'
  const found = async (identity: string, sealed: Buffer) => {
    const text = await vault.open(row.organizationId, identity, sealed)
    return locators.some((locator) => text.includes(locator))
  }
  try {
    if (await found(identities[kind](row, installationId), row.sealed)) return 'named'
    if (row.request === undefined) return 'nobody'
    return (await found(lastRequestIdentity(installationId, row.id), row.request)) ? 'named' : 'nobody'
  } catch (error) {
    if (isLost(error)) return 'unreadable'
    throw error
  }
}

/** Purges rows, what is kept beside them, and trials that hold them, in one go: killed in between, all is found again. */
function purge(platform: Changing, kind: ErasedKind, installationId: string, ids: string[]): Promise<number> {
  return changeByPlatform(platform, async (unit) => {
    const purged = await purgeRows(unit.trx, kind, installationId, ids)
    if (kind === 'eventBodies') await purgeAnswers(unit.trx, ids)
    // Messages of the application about a call are erased with it, even if they name nobody.
    if (kind === 'callPayloads') await purgeRows(unit.trx, 'appMessages', installationId, ids)
    if (kind === 'eventBodies' || kind === 'callPayloads') await eraseLocatorsOf(unit.trx, ids)
    if (kind === 'sampleCalls' || kind === 'callPayloads') await endRunningTrials(unit, installationId, TRIAL_ENDED)
    return unit.changed('installation', installationId).with(purged)
  })
}
