import { showRequest } from '../../actions/activity/show-request.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { pageOf, toPage } from '../../domain/platform/page.ts'
import { type Activity, activityById, listActivity } from '../../store/activity/activities.ts'
import { locatorsOf } from '../../store/activity/activity-locators.ts'
import { notFound } from '../http/find.ts'
import { type Route, route } from '../http/route.ts'
import { installationSubject } from '../installation/installations.ts'
import { activityAnswer } from './activity-answer.ts'
import { activityExport } from './activity-export.ts'
import { entryFor, filterOf, seesLocators } from './activity-filter.ts'

/** Deliveries, calls, tenant calls and hooks of an installation in one list. */
export function activityRoutes(platform: Platform): Route[] {
  const subject = ({ params }: { params: { id: string } }) => installationSubject(platform, params.id)
  return [
    route('listActivity', {
      subject,
      async handle({ query, subject: { installation }, caller }) {
        const page = pageOf(query)
        const rows = await listActivity(platform.db, filterOf(caller, installation, query), page)
        const entryIds = seesLocators(caller, installation) ? rows.map(({ id }) => id) : []
        const locators = await locatorsOf(platform.db, entryIds)
        return toPage(
          rows,
          page,
          (row) => row.place,
          (row) => activityAnswer(entryFor(caller, installation, row), locators.get(row.id) ?? []),
        )
      },
    }),
    route('exportActivity', {
      subject,
      async handle({ params, query, subject: { installation }, caller, setHeader }) {
        const filter = filterOf(caller, installation, query)
        const shown = (entry: Activity) => entryFor(caller, installation, entry)
        const withLocators = seesLocators(caller, installation)
        const exported = await activityExport(platform, filter, { withLocators, shown })
        setHeader('content-disposition', `attachment; filename="${params.id}-activity.csv"`)
        return exported
      },
    }),
    route('getActivity', {
      subject,
      async handle({ params, subject: { installation }, caller }) {
        const found = await activityById(platform.db, installation.id, params.entry)
        if (found === undefined) throw notFound()
        const entry = entryFor(caller, installation, found)
        const locators = await locatorsOf(platform.db, seesLocators(caller, installation) ? [entry.id] : [])
        const request = await showRequest(platform, installation, entry, caller)
        return { ...activityAnswer(entry, locators.get(entry.id) ?? []), request }
      },
    }),
  ]
}
