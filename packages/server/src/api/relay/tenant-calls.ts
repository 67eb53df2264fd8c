import { furtherAccess } from '@mkt/contract/api'
import { Failure } from '@mkt/contract/errors'
import type { Platform } from '../../actions/platform/platform.ts'
import { decideAccess } from '../../domain/accounts/access.ts'
import { pageOf, toPage } from '../../domain/platform/page.ts'
import { statusRange } from '../../domain/platform/status-range.ts'
import { pathOutline } from '../../domain/relay/path-outline.ts'
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
      async handle({ params, query, caller, subject }) {
        const page = pageOf(query)
        const { method, q, traceId } = query
        const seesPaths = decideAccess(furtherAccess.readTenantPaths, caller, subject) === 'allowed'
        if (q && !seesPaths)
          throw new Failure(
            'forbidden',
            'Only the organization of the installation can search in the paths of its tenant calls. Leave "q" out.',
          )
        const filter = { installationId: params.id, method, q, traceId, status: statusRange(query.status) }
        const rows = await listTenantCalls(platform.db, { ...filter, ...timesOf(query) }, page)
        return toPage(
          rows,
          page,
          (row) => row.id,
          (row) => answer(seesPaths ? row : { ...row, path: pathOutline(row.path) }),
        )
      },
    }),
  ]
}
