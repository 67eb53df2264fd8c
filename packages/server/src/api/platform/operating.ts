import { confirmTakeover } from '../../actions/platform/confirm-takeover.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { readHealth } from '../../actions/platform/read-health.ts'
import { unowned } from '../../domain/accounts/access.ts'
import { pageOf, toPage } from '../../domain/platform/page.ts'
import { listPausedRoutes, type PausedRoute } from '../../store/delivery/paused-routes.ts'
import { type Route, route } from '../http/route.ts'

function pausedAnswer(row: PausedRoute) {
  return {
    routeId: row.routeId,
    installation: { id: row.installationId, name: row.name, state: row.state, test: row.test },
    listing: { id: row.listingId, name: row.listingName },
    organization: { id: row.organizationId, name: row.organizationName },
    cause: row.cause,
    since: row.since.toISOString(),
    failingSince: row.failingSince?.toISOString() ?? null,
    paths: row.gonePaths,
    nextProbeAt: row.probeAt?.toISOString() ?? null,
    waiting: row.waiting,
  }
}

/** What operators look after: the platform as a whole. */
export function operatingRoutes(platform: Platform): Route[] {
  return [
    route('getHealth', { subject: () => unowned, handle: () => readHealth(platform) }),
    route('confirmTakeover', {
      subject: () => unowned,
      handle: ({ body, ...origin }) => confirmTakeover(platform, body.gatewayUrl, origin),
    }),
    route('listPausedRoutes', {
      subject: () => unowned,
      async handle({ query }) {
        // Without a wish, what was paused last comes first.
        const page = pageOf({ ...query, sort: query.sort ?? '-since' })
        return toPage(await listPausedRoutes(platform.db, query, page), page, (row) => row.installationId, pausedAnswer)
      },
    }),
  ]
}
