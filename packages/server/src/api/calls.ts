import type { Platform } from '../actions/platform.ts'
import { pageOf, toPage } from '../domain/page.ts'
import { type CallFilter, type CallRecord, listCalls } from '../store/calls.ts'
import { installationSubject } from './installations.ts'
import { listingSubject } from './listings.ts'
import { type Route, route } from './route.ts'

function answer(call: CallRecord) {
  const { id, kind, method, path, status, code, durationMs, requestSize, answerSize, requestId, traceId } = call
  return {
    id,
    kind,
    method,
    path,
    at: call.at.toISOString(),
    status,
    code,
    durationMs,
    requestSize,
    answerSize,
    requestId,
    traceId,
  }
}

interface CallQuery {
  limit: number
  cursor?: string | undefined
  kind?: CallFilter['kind']
  from?: string | undefined
  to?: string | undefined
}

async function calls(platform: Platform, place: CallFilter, query: CallQuery) {
  const page = pageOf(query)
  const filter: CallFilter = {
    ...place,
    kind: query.kind,
    from: query.from === undefined ? undefined : new Date(query.from),
    to: query.to === undefined ? undefined : new Date(query.to),
  }
  return toPage(await listCalls(platform.db, filter, page), page, (row) => row.id, answer)
}

export function callRoutes(platform: Platform): Route[] {
  return [
    route('listCalls', {
      subject: ({ params }) => installationSubject(platform, params.id),
      handle: ({ params, query }) => calls(platform, { installationId: params.id }, query),
    }),
    route('listListingCalls', {
      async subject({ params }) {
        const { organizationId } = await listingSubject(platform, params.id)
        return { organizationId }
      },
      handle: ({ params, query }) => calls(platform, { listingId: params.id }, query),
    }),
  ]
}
