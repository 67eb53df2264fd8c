import { Failure } from '@mkt/contract/errors'
import { limits } from '@mkt/contract/limits'
import { linkBySso, readSsoAnswer, signInBySso } from '../../actions/identity/complete-sso.ts'
import { connectionFor, startSso } from '../../actions/identity/start-sso.ts'
import { testedSteps } from '../../actions/identity/test-sso.ts'
import { unlinkSso } from '../../actions/identity/unlink-sso.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { unowned } from '../../domain/accounts/access.ts'
import { toItems } from '../../domain/platform/items.ts'
import { type SsoLink, ssoLinksOf } from '../../store/identity/sso-connections.ts'
import { personOf } from '../accounts/person-of.ts'
import { sessionAnswer } from '../accounts/session-answer.ts'
import { type Route, route } from '../http/route.ts'
import { limitStarts } from './limit-starts.ts'
import { readSsoCookie, ssoCookie } from './sso-cookie.ts'

function linkAnswer(row: SsoLink) {
  const { organizationId, organizationName, organizationTitle, linkedAt, lastUsedAt, ...rest } = row
  const organization =
    organizationId === null
      ? null
      : { id: organizationId, name: organizationName ?? '', title: organizationTitle ?? '' }
  return {
    ...rest,
    organization,
    linkedAt: linkedAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

/** Signing in with a provider: there and back. */
export function ssoRoutes(platform: Platform): Route[] {
  const anything = { subject: () => unowned }
  const countStart = limitStarts(limits.signInStarts.value, platform.clock)
  return [
    route('startSso', {
      ...anything,
      async handle({ body, address, setHeader }) {
        countStart(address)
        const connection = await connectionFor(platform, body)
        const { email, returnTo } = body
        const begun = await startSso(platform, { connection, purpose: 'sign-in', email, returnTo, address })
        setHeader('set-cookie', ssoCookie(platform, begun.token, begun.expiresAt))
        return { url: begun.url }
      },
    }),
    route('linkSso', {
      ...anything,
      async handle({ caller, body, address, setHeader }) {
        const { personId, memberships, platformRole, assurance } = personOf(caller)
        const connection = await connectionFor(platform, body)
        const all = [...memberships, ...assurance.withheld.memberships]
        const isStaff = (platformRole ?? assurance.withheld.platformRole) !== null
        const belongs =
          connection.organizationId === null
            ? isStaff
            : all.some((row) => row.organizationId === connection.organizationId)
        if (!belongs) throw new Failure('sso_unknown', 'Your account does not sign in with this provider.')
        const begun = await startSso(platform, { connection, purpose: 'link', personId, returnTo: '/account', address })
        setHeader('set-cookie', ssoCookie(platform, begun.token, begun.expiresAt))
        return { url: begun.url }
      },
    }),
    route('getSsoLinks', {
      ...anything,
      handle: async ({ caller }) => ({
        links: toItems(await ssoLinksOf(platform.db, personOf(caller).personId), ({ id }) => id, linkAnswer),
      }),
    }),
    route('unlinkSso', {
      ...anything,
      async handle({ caller, params, ...origin }) {
        const { personId } = personOf(caller)
        await unlinkSso(platform, { personId, connectionId: params.id }, { caller, ...origin })
        return undefined
      },
    }),
    route('completeSso', {
      ...anything,
      async handle({ body, headers, address, userAgent, requestId, setHeader }) {
        const token = readSsoCookie(headers.cookie)
        const answer = await readSsoAnswer(platform, { token, query: body.query, address })
        const origin = { address, userAgent, requestId }
        const { returnTo } = answer
        if (answer.purpose === 'test')
          return { outcome: 'tested' as const, session: null, returnTo, steps: await testedSteps(platform, answer) }
        if (answer.purpose === 'link') {
          await linkBySso(platform, answer, origin)
          return { outcome: 'linked' as const, session: null, returnTo, steps: [] }
        }
        const session = await signInBySso(platform, answer, origin)
        return {
          outcome: 'signed-in' as const,
          session: sessionAnswer(platform, session, setHeader),
          returnTo,
          steps: [],
        }
      },
    }),
  ]
}
