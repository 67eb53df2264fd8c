import { furtherAccess } from '@mkt/contract/api'
import { createOrganization } from '../../actions/accounts/create-organization.ts'
import { renameOrganization } from '../../actions/accounts/manage-organizations.ts'
import { setOrganizationEnabled } from '../../actions/moderation/disable-organization.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { decideAccess, unowned } from '../../domain/accounts/access.ts'
import { organizationsOf } from '../../domain/accounts/caller.ts'
import { pageOf, toPage } from '../../domain/platform/page.ts'
import { listOrganizations, type Organization } from '../../store/accounts/organizations.ts'
import { organizationSubject } from '../http/find.ts'
import { type Route, route } from '../http/route.ts'

export function organizationAnswer(row: Organization) {
  return {
    id: row.id,
    name: row.name,
    title: row.title,
    createdAt: row.createdAt.toISOString(),
    disabledAt: row.disabledAt?.toISOString() ?? null,
  }
}

export function organizationRoutes(platform: Platform): Route[] {
  return [
    route('createOrganization', {
      subject: () => unowned,
      handle: async ({ body, ...origin }) => organizationAnswer(await createOrganization(platform, body, origin)),
    }),
    route('listOrganizations', {
      subject: () => unowned,
      async handle({ caller, query }) {
        const page = pageOf(query)
        const all = decideAccess(furtherAccess.listEveryOrganization, caller, unowned) === 'allowed'
        const disabled = query.disabled === undefined ? undefined : query.disabled === 'true'
        const filter = { ids: all ? null : organizationsOf(caller), q: query.q ?? null, disabled }
        const rows = await listOrganizations(platform.db, filter, page)
        return toPage(rows, page, (row) => row.id, organizationAnswer)
      },
    }),
    route('getOrganization', {
      subject: ({ params }) => organizationSubject(platform, params.org),
      handle: ({ subject }) => organizationAnswer(subject.organization),
    }),
    route('changeOrganization', {
      subject: ({ params }) => organizationSubject(platform, params.org),
      handle: async ({ subject: { organization }, body, ...origin }) =>
        organizationAnswer(await renameOrganization(platform, { organization, title: body.title }, origin)),
    }),
    route('disableOrganization', {
      subject: ({ params }) => organizationSubject(platform, params.org),
      handle: async ({ subject: { organization }, body, ...origin }) =>
        organizationAnswer(
          await setOrganizationEnabled(platform, { organization, enabled: false, reason: body.reason }, origin),
        ),
    }),
    route('enableOrganization', {
      subject: ({ params }) => organizationSubject(platform, params.org),
      handle: async ({ subject: { organization }, ...origin }) =>
        organizationAnswer(
          await setOrganizationEnabled(platform, { organization, enabled: true, reason: null }, origin),
        ),
    }),
  ]
}
