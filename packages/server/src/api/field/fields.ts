import type { Platform } from '../../actions/platform/platform.ts'
import { unknownCursor } from '../../domain/platform/page.ts'
import { fieldOverflow, fieldUses } from '../../store/field/field-uses.ts'
import { type Route, route } from '../http/route.ts'
import { installationSubject } from '../installation/installations.ts'

/** Names of policy fields that the app of an installation was sent and changed. */
export function fieldRoutes(platform: Platform): Route[] {
  return [
    route('listFields', {
      subject: ({ params }) => installationSubject(platform, params.id),
      async handle({ params, query: { limit, cursor, q, from, to, changed } }) {
        if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) throw unknownCursor()
        const offset = Number(cursor ?? 0)
        const times = { installationId: params.id, from, to }
        const filter = { ...times, q, changed: changed === undefined ? undefined : changed === 'true' }
        const rows = await fieldUses(platform.db, filter, { limit: limit + 1, offset })
        const { unread, ...overflow } = await fieldOverflow(platform.db, times)
        return {
          items: rows
            .slice(0, limit)
            .map(({ releaseId, version, ...row }) => ({ ...row, release: { id: releaseId, version } })),
          next: rows.length > limit ? String(offset + limit) : null,
          overflow,
          unread,
        }
      },
    }),
  ]
}
