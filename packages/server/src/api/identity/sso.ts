import { Failure } from '@mkt/contract/errors'
import { linkBySso, readSsoAnswer, signInBySso } from '../../actions/identity/complete-sso.ts'
import { connectionFor, startSso } from '../../actions/identity/start-sso.ts'
import { testedSteps } from '../../actions/identity/test-sso.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { unowned } from '../../domain/accounts/access.ts'
import { personOf } from '../accounts/person-of.ts'
import { sessionAnswer } from '../accounts/session-answer.ts'
import { type Route, route } from '../http/route.ts'
import { readSsoCookie, ssoCookie } from './sso-cookie.ts'

/** Signing in with a provider: there and back. */
export function ssoRoutes(platform: Platform): Route[] {
  const anything = { subject: () => unowned }
  return [
    route('startSso', {
      ...anything,
      async handle({ body, setHeader }) {
        const connection = await connectionFor(platform, body)
        const { email, returnTo } = body
        const begun = await startSso(platform, { connection, purpose: 'sign-in', email, returnTo })
        setHeader('set-cookie', ssoCookie(platform, begun.token, begun.expiresAt))
        return { url: begun.url }
      },
    }),
    route('linkSso', {
      ...anything,
      async handle({ caller, body, setHeader }) {
        const { personId, memberships, platformRole, assurance } = personOf(caller)
        const connection = await connectionFor(platform, body)
        const all = [...memberships, ...assurance.withheld.memberships]
        const isStaff = (platformRole ?? assurance.withheld.platformRole) !== null
        const belongs =
          connection.organizationId === null
            ? isStaff
            : all.some((row) => row.organizationId === connection.organizationId)
        if (!belongs) throw new Failure('sso_unknown', 'You do not belong to those who sign in with this provider.')
        const begun = await startSso(platform, { connection, purpose: 'link', personId, returnTo: '/account' })
        setHeader('set-cookie', ssoCookie(platform, begun.token, begun.expiresAt))
        return { url: begun.url }
      },
    }),
    route('completeSso', {
      ...anything,
      async handle({ body, headers, address, userAgent, requestId, setHeader }) {
        const token = readSsoCookie(headers.cookie)
        const answer = await readSsoAnswer(platform, { token, query: body.query })
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
