import type { Platform } from '../../actions/platform/platform.ts'
import type { Membership } from '../../domain/accounts/caller.ts'
import type { Person } from '../../store/accounts/people.ts'
import { sessionCookie } from '../http/credentials.ts'

export function membershipAnswer(row: Membership) {
  return { id: row.organizationId, name: row.organizationName, title: row.organizationTitle, role: row.role }
}

/** A session as the one who signed in gets it, with the cookie of the console. The first of two steps sets no cookie. */
export function sessionAnswer(
  { addresses }: Platform,
  session: {
    token: string
    expiresAt: Date
    person: Person
    memberships: readonly Membership[]
    secondFactor: ('totp' | 'passkey' | 'recovery-code')[] | null
  },
  setHeader: (name: 'set-cookie', value: string) => void,
) {
  const secure = addresses.publicUrl.startsWith('https:')
  const { token, expiresAt, secondFactor } = session
  if (secondFactor === null) setHeader('set-cookie', sessionCookie(token, expiresAt, secure))
  const { id, email, name, platformRole } = session.person
  return {
    token,
    expiresAt: expiresAt.toISOString(),
    person: { id, email, name, platformRole },
    organizations: session.memberships.map(membershipAnswer),
    secondFactor,
  }
}
