import type { Platform } from '../../actions/platform/platform.ts'
import { unowned } from '../../domain/accounts/access.ts'
import type { Caller } from '../../domain/accounts/caller.ts'
import { type Page, pageOf, toPage } from '../../domain/platform/page.ts'
import { subjectNames } from '../../store/overview/subject-names.ts'
import { type AuditFilter, type AuditRow, listAudit } from '../../store/platform/audits.ts'
import { markRead, notificationsOf, unreadCount } from '../../store/platform/notifications.ts'
import { exportAnswer } from '../http/export-answer.ts'
import { notFound, organizationSubject } from '../http/find.ts'
import { leftOutOf, linesOf } from '../http/left-out.ts'
import { type Route, route } from '../http/route.ts'

const EXPORT_BATCH = 500

/** Rows of the audit as they are answered: their subjects with the names they bear now. */
async function auditAnswers(platform: Platform, rows: readonly AuditRow[]) {
  const subjects = rows.map(({ subject }) => subject)
  const names = await subjectNames(platform.db, subjects)
  return (row: AuditRow) => {
    const { organizationId: _organization, subject, details, ...rest } = row
    const name = names.get(subject.id)
    return {
      ...rest,
      at: row.at.toISOString(),
      subject: { ...subject, ...(name === undefined ? {} : { name }) },
      details: details as never,
    }
  }
}

async function auditPage(platform: Platform, filter: AuditFilter, page: Page) {
  const rows = await listAudit(platform.db, filter, page)
  return toPage(rows, page, (row) => row.id, await auditAnswers(platform, rows))
}

/** All rows of a filter, read in batches so that a large export needs little memory. */
async function* auditLines(platform: Platform, filter: AuditFilter): AsyncGenerator<string> {
  for (let after: string | null = null; ; ) {
    const rows: AuditRow[] = await listAudit(platform.db, filter, { limit: EXPORT_BATCH, after })
    const shown = rows.slice(0, EXPORT_BATCH)
    const answer = await auditAnswers(platform, shown)
    const line = (row: AuditRow) => `${JSON.stringify(answer(row))}\n`
    const leftOut = leftOutOf(platform.log, { operation: 'exportAudit' })
    yield* linesOf(shown, ({ id }) => id, line, leftOut)
    if (rows.length <= EXPORT_BATCH) return
    after = rows[EXPORT_BATCH - 1]?.id ?? null
  }
}

const auditExport = (platform: Platform, filter: AuditFilter) =>
  exportAnswer('application/x-ndjson', { lines: auditLines(platform, filter) })

function personId(caller: Caller): string {
  if (caller.kind !== 'person') throw new Error(`only a person has notifications, not ${caller.kind}`)
  return caller.personId
}

/** Audit and notifications: what was done, and what somebody waits for. */
export function recordRoutes(platform: Platform): Route[] {
  return [
    route('listAudit', {
      subject: ({ params }) => organizationSubject(platform, params.org),
      handle({ subject, query }) {
        return auditPage(platform, { ...query, organizationId: subject.organization.id }, pageOf(query))
      },
    }),
    route('listAllAudit', {
      subject: () => unowned,
      handle: ({ query }) => auditPage(platform, { ...query, organizationId: null }, pageOf(query)),
    }),
    route('exportAudit', {
      subject: ({ params }) => organizationSubject(platform, params.org),
      async handle({ subject: { organization }, query, setHeader }) {
        const exported = await auditExport(platform, { ...query, organizationId: organization.id })
        setHeader('content-disposition', `attachment; filename="${organization.name}-audit.jsonl"`)
        return exported
      },
    }),
    route('exportAllAudit', {
      subject: () => unowned,
      async handle({ query, setHeader }) {
        const exported = await auditExport(platform, { ...query, organizationId: null })
        setHeader('content-disposition', 'attachment; filename="platform-audit.jsonl"')
        return exported
      },
    }),
    route('listNotifications', {
      subject: () => unowned,
      async handle({ caller, query }) {
        const page = pageOf(query)
        const owner = personId(caller)
        const [rows, unread] = await Promise.all([
          notificationsOf(platform.db, owner, { unread: query.unread === 'true', q: query.q }, page),
          unreadCount(platform.db, owner),
        ])
        const paged = toPage(
          rows,
          page,
          (row) => row.id,
          ({ id, kind, title, text, link, createdAt, readAt }) => ({
            id,
            kind,
            title,
            text,
            link,
            createdAt: createdAt.toISOString(),
            readAt: readAt?.toISOString() ?? null,
          }),
        )
        return { ...paged, unread }
      },
    }),
    route('readNotification', {
      subject: () => unowned,
      async handle({ caller, params }) {
        if ((await markRead(platform.db, personId(caller), params.id, platform.clock.now())) === 0) throw notFound()
        return undefined
      },
    }),
    route('readAllNotifications', {
      subject: () => unowned,
      async handle({ caller }) {
        await markRead(platform.db, personId(caller), null, platform.clock.now())
        return undefined
      },
    }),
  ]
}
