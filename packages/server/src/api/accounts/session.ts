import { Failure } from '@mkt/contract/errors'
import { changePassword } from '../../actions/accounts/change-password.ts'
import { createToken } from '../../actions/accounts/create-token.ts'
import { endSession } from '../../actions/accounts/end-session.ts'
import { changeProfile } from '../../actions/accounts/manage-people.ts'
import { signIn } from '../../actions/accounts/sign-in.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { unowned } from '../../domain/accounts/access.ts'
import { pageOf, toPage } from '../../domain/platform/page.ts'
import { choicesOf } from '../../store/accounts/people.ts'
import { sessionsOf } from '../../store/accounts/sessions.ts'
import { sessionCookie } from '../http/credentials.ts'
import { type Route, route } from '../http/route.ts'
import { personOf } from './person-of.ts'
import { membershipAnswer, sessionAnswer } from './session-answer.ts'

/** Signing in and out, tokens, and one's own sessions. */
export function sessionRoutes(platform: Platform): Route[] {
  const secure = platform.addresses.publicUrl.startsWith('https:')
  const anything = { subject: () => unowned }
  return [
    route('signIn', {
      ...anything,
      async handle({ body, address, userAgent, requestId, setHeader }) {
        const session = await signIn(platform, { ...body, address, userAgent, requestId })
        return sessionAnswer(platform, session, setHeader)
      },
    }),
    route('signOut', {
      ...anything,
      async handle({ caller, setHeader, ...origin }) {
        const sessionId = caller.kind === 'nobody' ? null : caller.sessionId
        if (sessionId !== null) {
          const owner = caller.kind === 'key' ? { apiKeyId: caller.keyId } : { personId: personOf(caller).personId }
          await endSession(platform, { sessionId, owner }, { caller, ...origin })
        }
        setHeader('set-cookie', sessionCookie('', new Date(0), secure))
        return undefined
      },
    }),
    route('createToken', {
      ...anything,
      handle: ({ body, address, userAgent }) => createToken(platform, { ...body, address, userAgent }),
    }),
    route('getMe', {
      ...anything,
      async handle({ caller }) {
        // Who asks was read at this position or later. From a position that nobody knows, followers read everything again.
        const position = ('position' in caller ? caller.position : undefined) ?? '0'
        if (caller.kind === 'key') {
          const organization = { id: caller.organizationId, name: caller.organizationName }
          return {
            person: null,
            organization,
            clientId: caller.clientId,
            scopes: [...caller.scopes],
            organizations: [],
            preferences: null,
            lists: {},
            secondFactor: null,
            withheld: { organizations: [], platformRole: null, platformNeeds: null },
            position,
          }
        }
        const { personId, email, name, platformRole, memberships, assurance, boundTo } = personOf(caller)
        const { hasFactor, factorAt, withheld } = assurance
        const { preferences, lists } = await choicesOf(platform.db, personId)
        return {
          person: { id: personId, email, name, platformRole },
          organization: boundTo ?? null,
          clientId: null,
          scopes: [],
          organizations: memberships.map(membershipAnswer),
          preferences,
          lists,
          secondFactor: { set: hasFactor, proved: factorAt !== null },
          withheld: {
            organizations: withheld.memberships.map((row) => ({ ...membershipAnswer(row), needs: row.needs })),
            platformRole: withheld.platformRole,
            platformNeeds: withheld.platformNeeds,
          },
          position,
        }
      },
    }),
    route('listSessions', {
      ...anything,
      async handle({ caller, query }) {
        const { personId, sessionId } = personOf(caller)
        const page = pageOf(query)
        const rows = await sessionsOf(platform.db, personId, platform.clock.now(), page, query.q)
        return toPage(
          rows,
          page,
          (row) => row.id,
          (row) => ({
            id: row.id,
            current: row.id === sessionId,
            createdAt: row.createdAt.toISOString(),
            expiresAt: row.expiresAt.toISOString(),
            seenAt: row.seenAt.toISOString(),
            address: row.address,
            lastAddress: row.lastAddress,
            method: row.method,
            secondFactor: row.factorAt !== null,
            userAgent: row.userAgent,
            browser: row.browser,
          }),
        )
      },
    }),
    route('endSession', {
      ...anything,
      async handle({ caller, params, ...origin }) {
        const { personId } = personOf(caller)
        const ended = await endSession(platform, { sessionId: params.id, owner: { personId } }, { caller, ...origin })
        if (!ended) throw new Failure('not_found', 'You have no such session.')
        return undefined
      },
    }),
    route('changePassword', {
      ...anything,
      async handle({ caller, body, ...origin }) {
        const { personId, email, sessionId } = personOf(caller)
        await changePassword(platform, { personId, email, sessionId, ...body }, { caller, ...origin })
        return undefined
      },
    }),
    route('changeProfile', {
      ...anything,
      async handle({ caller, body, ...origin }) {
        const { personId, email, name, platformRole } = personOf(caller)
        await changeProfile(platform, { personId, from: name, ...body }, { caller, ...origin })
        return { id: personId, email, name: body.name ?? name, platformRole }
      },
    }),
  ]
}
