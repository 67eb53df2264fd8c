import type { Token } from '../../domain/tenant/token.ts'
import { Places } from '../../lib/places.ts'
import type { ChangeFeed } from '../database/change-feed.ts'
import type { Tenant } from './tenants.ts'

export type TokenOutcome =
  | ({ kind: 'token' } & Token)
  /** The policy system refuses the credentials; nothing is tried before they change or have rested. */
  | { kind: 'refused'; since: Date }
  /** The policy system is out of reach and there is no live token; why, where it was asked. */
  | { kind: 'unavailable'; retryAfterSeconds: number; reason?: string }

/** Which tenant and which credentials an installation gets its token from. */
export interface TokenSource {
  tenant: Tenant
  credentialId: string
  /** The installation brought the credentials for itself alone. */
  own: boolean
}

/** What this process knows of tokens, so that a state read needs neither the database nor the policy system. */
export interface TokenCache {
  sources: Map<string, TokenSource>
  /** By credential. */
  tokens: Places<Token>
  /** One renewal at a time in this process; across processes the database decides. */
  renewals: Map<string, Promise<TokenOutcome>>
  /** When a token in use was last shown to the policy system, in milliseconds. */
  verified: Map<string, number>
}

export function rememberToken(cache: TokenCache, credentialId: string, token: Token): TokenOutcome {
  cache.tokens.set(credentialId, token)
  return { kind: 'token', ...token }
}

/** Another process renewed a token or replaced credentials: what is known here is read again at its next use. */
export function createTokenCache(changes: Pick<ChangeFeed, 'subscribe'>): TokenCache {
  const cache: TokenCache = { sources: new Map(), tokens: new Places(), renewals: new Map(), verified: new Map() }
  const forgetAll = () => {
    cache.sources.clear()
    cache.tokens.clear()
  }
  changes.subscribe('token', { changed: (credentialId) => cache.tokens.delete(credentialId), reset: forgetAll })
  changes.subscribe('installation', {
    // It may have got credentials of its own, or given them up.
    changed: (installationId) => {
      const source = cache.sources.get(installationId)
      cache.sources.delete(installationId)
      if (source?.own) cache.tokens.delete(source.credentialId)
    },
    reset: forgetAll,
  })
  changes.subscribe('tenant', {
    changed: (tenantId) => {
      for (const [installationId, source] of cache.sources) {
        if (source.tenant.id !== tenantId) continue
        cache.sources.delete(installationId)
        cache.tokens.delete(source.credentialId)
      }
    },
    reset: forgetAll,
  })
  return cache
}
