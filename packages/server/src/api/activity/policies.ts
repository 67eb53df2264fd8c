import type { Platform } from '../../actions/platform/platform.ts'
import { pageOf, toPage } from '../../domain/platform/page.ts'
import { momentOf } from '../../lib/ids.ts'
import { listActivity } from '../../store/activity/activities.ts'
import { listPolicies, locatorsOf, policyPlace } from '../../store/activity/activity-locators.ts'
import { organizationSubject } from '../http/find.ts'
import { type Route, route } from '../http/route.ts'
import { activityAnswer } from './activities.ts'

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
        return toPage(
          rows,
          page,
          (row) => row.place,
          (row) => activityAnswer(row, locators.get(row.id) ?? []),
        )
      },
    }),
  ]
}
