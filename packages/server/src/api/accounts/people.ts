import { Failure } from '@mkt/contract/errors'
import { changePersonRole, setPersonEnabled } from '../../actions/accounts/manage-people.ts'
import { completePasswordReset, createResetLink, requestPasswordReset } from '../../actions/accounts/reset-password.ts'
import { signUp } from '../../actions/accounts/sign-up.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { type Subject, unowned } from '../../domain/accounts/access.ts'
import { pageOf, toPage } from '../../domain/platform/page.ts'
import { listPeople, type Person, personById } from '../../store/accounts/people.ts'
import { notFound } from '../http/find.ts'
import { type Route, route } from '../http/route.ts'

function answer({ id, email, name, platformRole }: Person) {
  return { id, email, name, platformRole }
}

export function peopleRoutes(platform: Platform): Route[] {
  const subject = async ({ params }: { params: { id: string } }): Promise<Subject & { person: Person }> => {
    const person = await personById(platform.db, params.id)
    if (person === undefined) throw notFound()
    return { organizationId: null, person }
  }
  return [
    route('signUp', {
      subject: () => unowned,
      handle: async ({ body, ...origin }) => answer(await signUp(platform, body, origin)),
    }),
    route('requestPasswordReset', {
      subject: () => unowned,
      async handle({ body, ...origin }) {
        await requestPasswordReset(platform, body.email, origin)
        return { mailed: platform.mailer.configured }
      },
    }),
    route('completePasswordReset', {
      subject: () => unowned,
      async handle({ body, ...origin }) {
        await completePasswordReset(platform, body, origin)
        return undefined
      },
    }),
    route('listPeople', {
      subject: () => unowned,
      async handle({ query }) {
        const page = pageOf(query)
        const rows = await listPeople(platform.db, query, page)
        return toPage(
          rows,
          page,
          (row) => row.id,
          (row) => ({
            ...answer(row),
            createdAt: row.createdAt.toISOString(),
            disabledAt: row.disabledAt?.toISOString() ?? null,
            organizations: row.organizations,
          }),
        )
      },
    }),
    route('changePerson', {
      subject,
      handle: async ({ subject: { person }, body, ...origin }) =>
        answer(await changePersonRole(platform, { person, platformRole: body.platformRole }, origin)),
    }),
    route('disablePerson', {
      subject,
      handle({ subject: { person }, ...origin }) {
        if (origin.caller.kind === 'person' && origin.caller.personId === person.id)
          throw new Failure('illegal_move', 'You cannot disable your own account.')
        return setPersonEnabled(platform, { person, enabled: false }, origin).then(answer)
      },
    }),
    route('enablePerson', {
      subject,
      handle: ({ subject: { person }, ...origin }) =>
        setPersonEnabled(platform, { person, enabled: true }, origin).then(answer),
    }),
    route('createResetLink', {
      subject,
      async handle({ subject: { person }, ...origin }) {
        const { id, link, expiresAt } = await createResetLink(platform, person, origin)
        return { id, link, expiresAt: expiresAt.toISOString() }
      },
    }),
  ]
}
