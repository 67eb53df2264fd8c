import type { Platform } from '../../actions/platform/platform.ts'
import { pageOf, toPage } from '../../domain/platform/page.ts'
import { momentOf } from '../../lib/ids.ts'
import { listActivity } from '../../store/activity/activities.ts'
import { listPolicies, locatorsOf, policyPlace } from '../../store/activity/activity-locators.ts'
import { installationNames } from '../../store/installation/installation-names.ts'
import { organizationSubject } from '../http/find.ts'
import { type Route, route } from '../http/route.ts'
import { activityAnswer } from './activity-answer.ts'
import { activityExport } from './activity-export.ts'

/** What applications did to policies, over all installations of an organization. */
export function policyRoutes(platform: Platform): Route[] {
  const subject = ({ params }: { params: { org: string } }) => organizationSubject(platform, params.org)
  return [
    route('listPolicies', {
      subject,
      async handle({ query, subject: { organization } }) {
        const page = pageOf(query)
        const rows = await listPolicies(platform.db, organization.id, query.q || undefined, page)
        return toPage(
          rows,
          page,
          (row) => policyPlace(page, row),
          ({ locator, first, last, entries, installations }) => {
            const [firstAt, lastAt] = [first, last].map((place) => momentOf(place).toISOString()) as [string, string]
            return { locator, firstAt, lastAt, entries, installations }
          },
        )
      },
    }),
    route('getPolicyActivity', {
      subject,
      async handle({ params, query, subject: { organization } }) {
        const { limit, cursor, order, kind, outcome } = query
        const page = pageOf({ limit, cursor, sort: order === 'oldest' ? 'at' : '-at' })
        const filter = { organizationId: organization.id, locator: params.locator, kind, outcome }
        const rows = await listActivity(platform.db, filter, page)
        const locators = await locatorsOf(
          platform.db,
          rows.map(({ id }) => id),
        )
        const names = await installationNames(
          platform.db,
          rows.map(({ installationId }) => installationId),
        )
        return toPage(
          rows,
          page,
          (row) => row.place,
          (row) => ({
            ...activityAnswer(row, locators.get(row.id) ?? []),
            installationName: names.get(row.installationId) ?? row.installationId,
          }),
        )
      },
    }),
    route('exportPolicyActivity', {
      subject,
      async handle({ params, query, subject: { organization }, setHeader }) {
        const { order, kind, outcome } = query
        const filter = { organizationId: organization.id, locator: params.locator, kind, outcome }
        const sort = { by: 'at', descending: order === 'newest', after: null }
        const exported = await activityExport(platform, filter, { withLocators: true, sort, named: true })
        setHeader('content-disposition', `attachment; filename="policy-${params.locator.replace(/[^\w-]/g, '_')}.csv"`)
        return exported
      },
    }),
  ]
}
