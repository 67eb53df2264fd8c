import type { ServerMetadata } from 'openid-client'
import { createSharedWork } from '../lib/schedule/shared-work.ts'
import { createFairQueue } from '../lib/sharing/fair-queue.ts'

/** Who causes a request to a provider: the organization whose provider it is, and the address that asks to sign in. */
export interface OidcParty {
  organization: string
  address: string
}

/** What providers say of themselves, and the turns of those who ask them. */
export interface Discoveries {
  /** The metadata of an issuer: what it said in the last minutes, or what `ask` hears now. */
  of(issuer: string, party: OidcParty, ask: () => Promise<ServerMetadata>): Promise<ServerMetadata>
  /** Waits for a turn among those who ask providers. */
  inTurn<T>(party: OidcParty, work: () => Promise<T>): Promise<T>
}

const KEPT_MS = 5 * 60_000
const MAX_KEPT = 1_000

/**
 * Anybody may ask to sign in with the provider of any organization, and a provider may take ten seconds to say nothing. One issuer is asked once for
 * all who wait, and what it says is kept for minutes; an address and an organization have few of those requests at once.
 */
export function createDiscoveries(now: () => number = () => performance.now()): Discoveries {
  const kept = new Map<string, { metadata: ServerMetadata; until: number }>()
  const share = createSharedWork<ServerMetadata>()
  const ofAddress = createFairQueue({
    running: 16,
    runningPerParty: 4,
    waiting: 256,
    waitingPerParty: 32,
    waitMs: 20_000,
  })
  const ofOrganization = createFairQueue({
    running: 16,
    runningPerParty: 4,
    waiting: 256,
    waitingPerParty: 64,
    waitMs: 20_000,
  })

  const inTurn: Discoveries['inTurn'] = ({ organization, address }, work) =>
    ofAddress.run(address, () => ofOrganization.run(organization, work))

  return {
    inTurn,
    async of(issuer, party, ask) {
      const known = kept.get(issuer)
      if (known !== undefined && known.until > now()) return known.metadata
      return share(issuer, async () => {
        const metadata = await inTurn(party, ask)
        if (kept.size >= MAX_KEPT) kept.clear()
        kept.set(issuer, { metadata, until: now() + KEPT_MS })
        return metadata
      })
    },
  }
}

export const discoveries = createDiscoveries()
