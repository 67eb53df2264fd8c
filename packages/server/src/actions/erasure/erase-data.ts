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
import { callPayloadIdentity } from '../call/show-call-payload.ts'
import { bodyIdentity } from '../delivery/receive-event.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import { sampleIdentity } from '../trial/sample-identity.ts'
import { trialCallIdentity } from '../trial/settle-trial.ts'
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
  lastAnswers: ({ id }, installationId) => `last answer ${installationId} ${id}`,
  trialCalls: ({ id, part }) => trialCallIdentity(id.slice(0, id.indexOf('/')), part),
}

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
  platform: Pick<Platform, 'db' | 'vault'>,
  kind: ErasedKind,
  installationId: string,
  locators: readonly string[] | null,
  note: (row: SealedRow) => void,
): Promise<number> {
  const { db, vault } = platform
  let purged = 0
  for (let after = ''; ; ) {
    const batch = await sealedRows(db, kind, installationId, after, BATCH)
    const named: string[] = []
    for (const row of batch) {
      if (locators !== null) {
        const text = await vault.open(row.organizationId, identities[kind](row, installationId), row.sealed)
        if (!locators.some((locator) => text.includes(locator))) continue
      }
      named.push(row.id)
      note(row)
    }
    purged += await purgeRows(db, kind, installationId, named)
    if (kind === 'eventBodies') await purgeAnswers(db, named)
    if (kind === 'eventBodies' || kind === 'callPayloads') await eraseLocatorsOf(db, named)
    if (batch.length < BATCH) return purged
    after = batch.at(-1)?.id ?? ''
  }
}
