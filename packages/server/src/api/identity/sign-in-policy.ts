import { changeSignInPolicy } from '../../actions/identity/change-sign-in-policy.ts'
import { endAllSessions } from '../../actions/identity/end-all-sessions.ts'
import { resetFactors } from '../../actions/identity/remove-factor.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { unowned } from '../../domain/accounts/access.ts'
import { personById } from '../../store/accounts/people.ts'
import { signInPolicy } from '../../store/identity/sign-in-policies.ts'
import { personOf } from '../accounts/person-of.ts'
import { notFound, organizationSubject } from '../http/find.ts'
import { type Route, route } from '../http/route.ts'

/** What organizations ask of their members, and ending what is no longer trusted. */
export function signInPolicyRoutes(platform: Platform): Route[] {
  const subject = ({ params }: { params: { org: string } }) => organizationSubject(platform, params.org)
  return [
    route('getSignInPolicy', {
      subject,
      handle: ({ subject: { organization } }) => signInPolicy(platform.db, organization.id),
    }),
    route('changeSignInPolicy', {
      subject,
      handle: ({ subject: { organization }, body, ...origin }) =>
        changeSignInPolicy(platform, { organization, ...body }, origin),
    }),
    route('endAllSessions', {
      subject: () => unowned,
      async handle({ caller, query, ...origin }) {
        const { personId, sessionId } = personOf(caller)
        const keep = query.keep === 'current' ? sessionId : null
        await endAllSessions(platform, { personId, keep }, { caller, ...origin })
        return undefined
      },
    }),
    route('resetFactors', {
      async subject({ params }) {
        const person = await personById(platform.db, params.id)
        if (person === undefined) throw notFound()
        return { organizationId: null, person }
      },
      async handle({ subject: { person }, ...origin }) {
        await resetFactors(platform, person.id, origin)
        return undefined
      },
    }),
  ]
}
