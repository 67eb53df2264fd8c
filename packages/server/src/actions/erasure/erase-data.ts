import { createHash } from 'node:crypto'
import { eraseLocators, eraseLocatorsOf } from '../../store/activity/activity-locators.ts'
import {
  type ErasedKind,
  erasedKinds,
  purgeAnswers,
  purgeRows,
  type RewrittenKind,
  type SealedRow,
  sealedRows,
} from '../../store/erasure/erasures.ts'
import type { Installation } from '../../store/installation/installations.ts'
import { lastAnswerIdentity, lastRequestIdentity } from '../call/last-answer-identity.ts'
import { callPayloadIdentity } from '../call/show-call-payload.ts'
import { bodyIdentity } from '../delivery/receive-event.ts'
import { type Changing, change, changeByPlatform } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import { sampleIdentity } from '../trial/sample-identity.ts'
import { endRunningTrials, trialCallIdentity } from '../trial/settle-trial.ts'
import { eraseDocuments } from './erase-documents.ts'
import { type ErasureHook, sendErase } from './send-erase.ts'

export interface Certificate {
  installationId: string
  at: string
  subjects: string[]
  rows: Record<ErasedKind | RewrittenKind, number>
  app: ErasureHook
}

const BATCH = 100

/** What each kind of row is sealed under. */
const identities: Record<ErasedKind, (row: SealedRow, installationId: string) => string> = {
  callPayloads: ({ id }) => callPayloadIdentity(id),
  sampleCalls: ({ id }) => sampleIdentity(id),
  eventBodies: ({ id }) => bodyIdentity(id),
  lastAnswers: ({ id }, installationId) => lastAnswerIdentity(installationId, id),
  trialCalls: ({ id, part }) => trialCallIdentity(id.slice(0, id.indexOf('/')), part),
}

/** A trial that runs holds calls of its sample: what it would write about them is forgotten too. */
const TRIAL_ENDED = 'Calls of its sample were erased while it ran. Ask for it again.'

/**
 * Purges what was recorded for an installation and names one of the locators, or everything without locators, then tells
 * the application. Rows go first: whatever becomes of the application, the platform has forgotten. Doing it again finds nothing.
 */
export async function eraseData(
  platform: Changing & Pick<Platform, 'vault' | 'log' | 'keyRing' | 'addresses' | 'policy'>,
  installation: Installation,
  locators: readonly string[] | null,
  origin: Origin,
): Promise<Certificate> {
  const purged = {} as Record<ErasedKind, number>
  const erasedCalls = new Set<string>()
  for (const kind of erasedKinds)
    purged[kind] = await eraseKind(platform, kind, installation.id, locators, (row) => {
      if (kind === 'trialCalls') erasedCalls.add(row.part)
    })
  const rows = { ...purged, ...(await eraseDocuments(platform, installation.id, locators, erasedCalls)) }
  await eraseLocators(
    platform.db,
    { organizationId: installation.organizationId, installationId: installation.id },
    locators,
  )
  const app = installation.state === 'UNINSTALLED' ? 'unavailable' : await sendErase(platform, installation, locators)
  const subjects = (locators ?? []).map((locator) => createHash('sha256').update(locator).digest('hex'))
  return change(platform, origin, async (unit) => {
    const certificate = { installationId: installation.id, at: unit.now.toISOString(), subjects, rows, app }
    const { organizationId, id } = installation
    return unit.record('installation.erase', { organizationId, id, details: certificate }).with(certificate)
  })
}

async function eraseKind(
  platform: Changing & Pick<Platform, 'vault'>,
  kind: ErasedKind,
  installationId: string,
  locators: readonly string[] | null,
  note: (row: SealedRow) => void,
): Promise<number> {
  let purged = 0
  for (let after = ''; ; ) {
    const batch = await sealedRows(platform.db, kind, installationId, after, BATCH)
    const named: string[] = []
    for (const row of batch) {
      if (!(await names(platform, kind, installationId, row, locators))) continue
      named.push(row.id)
      note(row)
    }
    if (named.length > 0) purged += await purge(platform, kind, installationId, named)
    if (batch.length < BATCH) return purged
    after = batch.at(-1)?.id ?? ''
  }
}

/** Whether a row names one of the locators. An answer whose request was not kept may be about anybody. */
async function names(
  { vault }: Pick<Platform, 'vault'>,
  kind: ErasedKind,
  installationId: string,
  row: SealedRow,
  locators: readonly string[] | null,
): Promise<boolean> {
  if (locators === null || row.request === null) return true
  const found = async (identity: string, sealed: Buffer) => {
    const text = await vault.open(row.organizationId, identity, sealed)
    return locators.some((locator) => text.includes(locator))
  }
  if (await found(identities[kind](row, installationId), row.sealed)) return true
  return row.request !== undefined && found(lastRequestIdentity(installationId, row.id), row.request)
}

/** Purges rows, what is kept beside them, and trials that hold them, in one go: killed in between, all is found again. */
function purge(platform: Changing, kind: ErasedKind, installationId: string, ids: string[]): Promise<number> {
  return changeByPlatform(platform, async (unit) => {
    const purged = await purgeRows(unit.trx, kind, installationId, ids)
    if (kind === 'eventBodies') await purgeAnswers(unit.trx, ids)
    if (kind === 'eventBodies' || kind === 'callPayloads') await eraseLocatorsOf(unit.trx, ids)
    if (kind === 'sampleCalls' || kind === 'callPayloads') await endRunningTrials(unit, installationId, TRIAL_ENDED)
    return unit.changed('installation', installationId).with(purged)
  })
}
