import { integrationsOf } from '@mkt/manifest'
import { isSelected, mostCallsOf, type SampleSelection, timesOfSelection } from '../../domain/trial/sample-selection.ts'
import type { Installation } from '../../store/installation/installations.ts'
import type { Release } from '../../store/release/releases.ts'
import { recordedCalls, type SampleCall, sampleCalls } from '../../store/trial/samples.ts'
import { callPayloadIdentity } from '../call/show-call-payload.ts'
import type { Platform } from '../platform/platform.ts'
import { sampleIdentity } from './sample-identity.ts'

/** A call of a sample, opened. */
export interface SampledCall {
  id: string
  kind: 'autofill' | 'rater'
  path: string
  query: string
  timeoutMs: number
  request: Buffer
}

const BATCH = 100
const DEFAULT_TIMEOUT_MS = 10_000

/** The calls of a sample one after another, opened in small batches so that memory stays small. */
export async function* readSample(
  platform: Pick<Platform, 'db' | 'vault'>,
  installation: Installation,
  release: Release,
  sample: 'pinned' | 'recordings',
  only: SampleSelection = {},
): AsyncGenerator<SampledCall> {
  const { vault } = platform
  const times = timesOfSelection(only)
  const most = mostCallsOf(only)
  let count = 0
  for (let after = ''; count < most; ) {
    const rows =
      sample === 'pinned'
        ? await sampleCalls(platform.db, installation.id, after, BATCH, times)
        : await recordedCalls(platform.db, installation.id, after, BATCH, times)
    for (const row of rows) {
      const call = { id: row.id, kind: row.kind, path: row.path }
      if (isPinned(row)) {
        const { query, timeoutMs } = row
        const request = await vault.open(row.organizationId, sampleIdentity(row.id), row.sealed)
        if (!isSelected(only, request)) continue
        yield { ...call, query, timeoutMs, request }
      } else {
        const payload = await vault.open(row.organizationId, callPayloadIdentity(row.id), row.sealed)
        const { request, requestCut } = JSON.parse(payload.toString('utf8')) as {
          request: string
          requestCut?: boolean
        }
        // A truncated recording cannot be replayed.
        if (requestCut === true) continue
        const sent = Buffer.from(request)
        if (!isSelected(only, sent)) continue
        yield { ...call, query: '', timeoutMs: timeoutOf(release, installation, row), request: sent }
      }
      count += 1
      if (count >= most) return
    }
    if (rows.length < BATCH) return
    after = rows.at(-1)?.id ?? ''
  }
}

function isPinned(row: SampleCall | Omit<SampleCall, 'query' | 'timeoutMs'>): row is SampleCall {
  return 'timeoutMs' in row
}

function timeoutOf(
  release: Release,
  { variant }: Installation,
  { kind, path }: { kind: string; path: string },
): number {
  const { autofill, externalRaters } = integrationsOf(release.manifest, variant)
  const declared = kind === 'autofill' ? autofill : externalRaters
  return declared.find((entry) => entry.path === path)?.timeoutMs ?? DEFAULT_TIMEOUT_MS
}
