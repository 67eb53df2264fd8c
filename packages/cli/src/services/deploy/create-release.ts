import { randomUUID } from 'node:crypto'
import { RefusedError } from '@mkt/contract/client'
import type { Session } from '../platform/session.ts'
import { findRelease, type Release } from '../release/releases.ts'
import type { DeployPlan } from './deploy-plan.ts'
import { UncertainError } from './raised-manifest.ts'

/** Creates the release. Once sent, the request is not broken off: its outcome decides what the file must say. */
export async function createRelease(
  { client }: Session,
  plan: DeployPlan,
  imageDigest: string,
  notes?: string,
): Promise<Release> {
  const { listing, version } = plan
  const manifest = JSON.parse(plan.raised)
  const headers = { 'idempotency-key': randomUUID() }
  try {
    return await client.createRelease({
      params: { id: listing.id },
      body: { manifest, imageDigest, ...(notes === undefined ? {} : { notes }) },
      headers,
      signal: AbortSignal.timeout(60_000),
    })
  } catch (error) {
    if (error instanceof RefusedError && error.status < 500) throw error
    const found = await findRelease(client, listing.id, version).catch(() => {
      throw new UncertainError('unknown whether the release exists', { cause: error })
    })
    if (found?.imageDigest === imageDigest) return found
    throw error
  }
}
