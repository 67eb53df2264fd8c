import type { PlatformRole, Scope } from '@mkt/contract/api'
import type { Assurance } from './assurance.ts'
import type { Membership } from './membership.ts'

export { belongsTo } from '@mkt/contract/api'

export type { Membership } from './membership.ts'

/** Who asks: nobody, a person with a session, or an API key of one organization. */
export type Caller =
  | { kind: 'nobody' }
  | {
      kind: 'person'
      personId: string
      email: string
      name: string
      platformRole: PlatformRole | null
      memberships: readonly Membership[]
      sessionId: string
      /** Whether the session came as a cookie, which other sites can make a browser send. */
      byCookie: boolean
      /** How sure the platform is of the person, and which rights wait for more. */
      assurance: Assurance
      /** The one organization that the session of a tool reaches. */
      boundTo?: { id: string; name: string }
      /** Where the change feed stood when this was read. */
      position?: string | undefined
    }
  | {
      kind: 'key'
      keyId: string
      clientId: string
      organizationId: string
      organizationName: string
      scopes: readonly Scope[]
      /** The session of the token it came with; null when client ID and secret came themselves. */
      sessionId: string | null
      /** The secret that came, or that the token was made with; undefined where that is not known. */
      secretHash?: Buffer | undefined
      /** Where the change feed stood when this was read. */
      position?: string | undefined
    }

export const nobody: Caller = { kind: 'nobody' }

/** The caller in the few words that audit rows keep. */
export function actorOf(caller: Caller): { kind: 'person' | 'key' | 'platform'; id: string; label: string } {
  if (caller.kind === 'person') return { kind: 'person', id: caller.personId, label: caller.email }
  if (caller.kind === 'key') return { kind: 'key', id: caller.keyId, label: caller.clientId }
  return { kind: 'platform', id: 'platform', label: 'platform' }
}

/** The organizations the caller belongs to. */
export function organizationsOf(caller: Caller): readonly string[] {
  if (caller.kind === 'key') return [caller.organizationId]
  return caller.kind === 'person' ? caller.memberships.map((row) => row.organizationId) : []
}
