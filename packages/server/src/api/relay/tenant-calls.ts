import type { Platform } from '../../actions/platform/platform.ts'
import { pageOf, toPage } from '../../domain/platform/page.ts'
import { statusRange } from '../../domain/platform/status-range.ts'
import { listTenantCalls, type TenantCallRecord } from '../../store/relay/tenant-calls.ts'
import { type Route, route } from '../http/route.ts'
import { timesOf } from '../http/times.ts'
import { installationSubject } from '../installation/installations.ts'

function answer({ organizationId: _organization, listingId: _listing, at, ...call }: TenantCallRecord) {
  return { ...call, at: at.toISOString() }
}

export function tenantCallRoutes(platform: Platform): Route[] {
  return [
    route('listTenantCalls', {
      subject: ({ params }) => installationSubject(platform, params.id),
      async handle({ params, query }) {
        const page = pageOf(query)
        const { method, q, traceId } = query
        const filter = { installationId: params.id, method, q, traceId, status: statusRange(query.status) }
        const rows = await listTenantCalls(platform.db, { ...filter, ...timesOf(query) }, page)
        return toPage(rows, page, (row) => row.id, answer)
      },
    }),
  ]
}
