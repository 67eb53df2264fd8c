import { access } from '@mkt/contract/api'
import { openAppMessage } from '../../actions/call/app-messages.ts'
import { showCallPayload } from '../../actions/call/show-call-payload.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { decideAccess } from '../../domain/accounts/access.ts'
import type { Caller } from '../../domain/accounts/caller.ts'
import { toItems } from '../../domain/platform/items.ts'
import { pageOf, toPage, toPageLater } from '../../domain/platform/page.ts'
import { firstHour, periodOf, SLOT_MS, trafficByInstallation, trafficPoints } from '../../domain/traffic/traffic.ts'
import { callPayload } from '../../store/call/call-payloads.ts'
import {
  type CallFilter,
  type CallRecord,
  callById,
  callFigures,
  installationOfCall,
  listCalls,
} from '../../store/call/calls.ts'
import { marksOf } from '../../store/installation/installation-entries.ts'
import { hourlyTraffic, trafficOf } from '../../store/traffic/traffic.ts'
import { notFound, organizationSubject } from '../http/find.ts'
import { type Route, route } from '../http/route.ts'
import { timesOf } from '../http/times.ts'
import { type InstallationSubject, installationSubject } from '../installation/installations.ts'
import { listingSubject } from '../listing/listings.ts'

/** What a list shows of each installation. */
const LIST_HOURS = 24

function answer(call: CallRecord) {
  const { id, kind, method, path, status, code, durationMs, requestSize, answerSize, requestId, traceId, fallback } =
    call
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
    fallback,
    appStatus: call.appStatus ?? null,
    test: call.test ?? false,
  }
}

/** What applications said is shown to those who may see payloads. */
async function withMessage(platform: Platform, call: CallRecord, caller: Caller, subject: InstallationSubject) {
  const sees = decideAccess(access.getCallPayload, caller, subject) === 'allowed'
  return { ...answer(call), appMessage: sees ? await openAppMessage(platform, call) : null }
}

interface CallQuery {
  limit: number
  cursor?: string | undefined
  sort?: string | undefined
  kind?: CallFilter['kind']
  test?: 'true' | 'false' | undefined
  from?: string | undefined
  to?: string | undefined
}

async function calls(platform: Platform, place: CallFilter, query: CallQuery) {
  const page = pageOf(query)
  const filter: CallFilter = {
    ...place,
    kind: query.kind,
    test: query.test && query.test === 'true',
    ...timesOf(query),
  }
  return { page, rows: await listCalls(platform.db, filter, page) }
}

async function figures(platform: Platform, place: { installationId: string } | { listingId: string }, hours: number) {
  const from = new Date(platform.clock.now().getTime() - hours * 3_600_000)
  return { from: from.toISOString(), ...(await callFigures(platform.db, place, from)) }
}

async function traffic(platform: Platform, installationId: string, minutes: number) {
  const period = periodOf(minutes, platform.clock.now())
  const table = period.stepMs < SLOT_MS ? 'traffic_minute' : 'traffic'
  const [rows, marks] = await Promise.all([
    trafficOf(platform.db, installationId, period.from, table),
    marksOf(platform.db, installationId, period.from),
  ])
  const points = trafficPoints(rows, period)
  return {
    marks: marks.map(({ at, kind, message }) => ({
      at: at.toISOString(),
      kind: kind === 'configuration' ? ('configuration' as const) : ('release' as const),
      text: message,
    })),
    from: period.from.toISOString(),
    stepSeconds: period.stepMs / 1000,
    points: points.map((point) => ({ ...point, at: point.at.toISOString() })),
  }
}

export function callRoutes(platform: Platform): Route[] {
  const ofCall = async ({ params }: { params: { id: string } }) => {
    const installationId = await installationOfCall(platform.db, params.id)
    if (installationId === undefined) throw notFound()
    return installationSubject(platform, installationId)
  }
  return [
    route('getCall', {
      subject: ofCall,
      async handle({ params, caller, subject }) {
        const call = await callById(platform.db, params.id)
        if (call === undefined) throw notFound()
        return withMessage(platform, call, caller, subject)
      },
    }),
    route('getCallPayload', {
      subject: ofCall,
      handle: async ({ params }) => showCallPayload(platform, await callPayload(platform.db, params.id)),
    }),
    route('listCalls', {
      subject: ({ params }) => installationSubject(platform, params.id),
      async handle({ params, query, caller, subject }) {
        const { page, rows } = await calls(platform, { installationId: params.id }, query)
        return toPageLater(
          rows,
          page,
          (row) => row.id,
          (row) => withMessage(platform, row, caller, subject),
        )
      },
    }),
    route('getCallFigures', {
      subject: ({ params }) => installationSubject(platform, params.id),
      handle: ({ params, query }) => figures(platform, { installationId: params.id }, query.hours),
    }),
    route('getTraffic', {
      subject: ({ params }) => installationSubject(platform, params.id),
      handle: ({ params, query }) => traffic(platform, params.id, query.minutes ?? query.hours * 60),
    }),
    route('getInstallationsTraffic', {
      subject: ({ params }) => organizationSubject(platform, params.org),
      async handle({ subject: { organization }, query }) {
        const from = firstHour(LIST_HOURS, platform.clock.now())
        const rows = await hourlyTraffic(platform.db, {
          organizationId: organization.id,
          ids: query.ids.split(','),
          from,
        })
        const items = trafficByInstallation(rows, from, LIST_HOURS)
        return {
          from: from.toISOString(),
          installations: toItems(
            items,
            (item) => item.installationId,
            (item) => ({ ...item, lastAt: item.lastAt.toISOString() }),
          ),
        }
      },
    }),
    route('getListingCallFigures', {
      async subject({ params }) {
        const { organizationId } = await listingSubject(platform, params.id)
        return { organizationId }
      },
      handle: ({ params, query }) => figures(platform, { listingId: params.id }, query.hours),
    }),
    route('listListingCalls', {
      async subject({ params }) {
        const { organizationId } = await listingSubject(platform, params.id)
        return { organizationId }
      },
      async handle({ params, query }) {
        const { page, rows } = await calls(platform, { listingId: params.id }, query)
        return toPage(rows, page, (row) => row.id, answer)
      },
    }),
  ]
}
