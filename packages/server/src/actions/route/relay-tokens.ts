import type { KeyRing } from '../../domain/platform/key-ring.ts'
import { issueRelayToken, type KeyFacts, keyEndsAt, readRelayToken, sliceMs } from '../../domain/route/key.ts'
import type { Token } from '../../domain/tenant/token.ts'
import type { Clock } from '../../lib/clock.ts'
import { Secret } from '../../lib/secret.ts'

export interface RelayTokens {
  /** The token of an installation and release at this moment: within a slice of time always the same object. */
  issue(to: { installationId: string; releaseId: string; epoch: number; isolated?: boolean }): Token
  /** One of our tokens, expired or not; undefined for anything else. */
  read(token: string): { facts: KeyFacts; endsAt: number } | undefined
}

const MAX = 300_000

/** Tokens that are good at the relay alone. They live as long as keys and end with them, so that revoking a key revokes both. */
export function createRelayTokens(ring: KeyRing, clock: Clock, ttlSeconds: number): RelayTokens {
  const issued = new Map<string, { slice: number; signedBy: string; token: Token }>()
  const length = sliceMs(ttlSeconds)
  return {
    issue(to) {
      const now = clock.now()
      const slice = Math.floor(now.getTime() / length)
      const signedBy = ring.current().id
      const name = `${to.installationId} ${to.releaseId} ${to.epoch} ${to.isolated === true}`
      const known = issued.get(name)
      if (known?.slice === slice && known.signedBy === signedBy) return known.token
      const token = {
        token: new Secret(issueRelayToken(ring, to, now, ttlSeconds)),
        obtainedAt: new Date(slice * length),
        expiresAt: new Date(slice * length + ttlSeconds * 1000),
      }
      if (issued.size >= MAX) issued.clear()
      issued.set(name, { slice, signedBy, token })
      return token
    },
    read(text) {
      const facts = readRelayToken(ring, text)
      return facts && { facts, endsAt: keyEndsAt(facts, ttlSeconds) }
    },
  }
}
