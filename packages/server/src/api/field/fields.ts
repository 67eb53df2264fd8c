import type { Platform } from '../../actions/platform/platform.ts'
import { pageOf, toPage } from '../../domain/platform/page.ts'
import { type FieldUse, fieldCursor, fieldOverflow, fieldUses } from '../../store/field/field-uses.ts'
import { type Route, route } from '../http/route.ts'
import { installationSubject } from '../installation/installations.ts'

/** Names of policy fields that the app of an installation was sent and changed. */
export function fieldRoutes(platform: Platform): Route[] {
  return [
    route('listFields', {
      subject: ({ params }) => installationSubject(platform, params.id),
      async handle({ params, query }) {
        const { q, from, to, changed } = query
        const times = { installationId: params.id, from, to }
        const filter = { ...times, q, changed: changed === undefined ? undefined : changed === 'true' }
        const page = pageOf(query)
        const rows = await fieldUses(platform.db, filter, page)
        const { unread, ...overflow } = await fieldOverflow(platform.db, times)
        const answer = ({ name, day, releaseId, version, sent, changed }: FieldUse) => ({
          ...{ name, day, sent, changed },
          release: { id: releaseId, version },
        })
        return { ...toPage(rows, page, fieldCursor, answer), overflow, unread }
      },
    }),
  ]
}
