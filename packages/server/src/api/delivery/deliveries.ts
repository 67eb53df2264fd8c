import { access } from '@mkt/contract/api'
import { Failure } from '@mkt/contract/errors'
import { attemptLimits } from '../../actions/delivery/delivery-parts.ts'
import { bodyIdentity } from '../../actions/delivery/receive-event.ts'
import { countReplay, replayDeliveries, replayDelivery } from '../../actions/delivery/replay-deliveries.ts'
import { resumeDeliveries } from '../../actions/delivery/resume-deliveries.ts'
import { sendTestEvent } from '../../actions/delivery/send-test-event.ts'
import { type ShownAttempt, showAttempts } from '../../actions/delivery/show-attempts.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { decideAccess } from '../../domain/accounts/access.ts'
import type { Caller } from '../../domain/accounts/caller.ts'
import type { RouteHealth } from '../../domain/delivery/route-health.ts'
import { pageOf, toPage, toPageLater } from '../../domain/platform/page.ts'
import { withPrefix } from '../../lib/ids.ts'
import {
  countDeliveries,
  type Delivery,
  deliveryById,
  listDeliveries,
  sealedBody,
} from '../../store/delivery/deliveries.ts'
import { routeHealth } from '../../store/delivery/route-health.ts'
import { notFound } from '../http/find.ts'
import { RawAnswer, type Route, route } from '../http/route.ts'
import { timesOf } from '../http/times.ts'
import { type InstallationSubject, installationSubject } from '../installation/installations.ts'
import { listingSubject } from '../listing/listings.ts'

const COUNTED = 100_000
const LISTED_ANSWER_BYTES = 1024

function summary(row: Delivery) {
  const waiting = row.state === 'WAITING'
  return {
    id: withPrefix('dlv', row.eventId),
    eventId: row.eventId,
    type: row.type,
    path: row.path,
    state: waiting && row.paused ? ('PAUSED' as const) : row.state,
    reason: row.reason,
    attemptCount: row.attemptCount,
    nextAttemptAt: waiting && !row.paused ? row.dueAt.toISOString() : null,
    lastStatus: row.lastStatus,
    lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
    receivedAt: row.receivedAt.toISOString(),
    size: row.size,
  }
}

function answer(row: Delivery, attempts: readonly ShownAttempt[]) {
  return { ...summary(row), installationId: row.installationId, contentType: row.contentType, attempts: [...attempts] }
}

/** The pause of a route, or of some of its paths. */
function pauseAnswer({ pausedAt, probeAt, gonePaths }: RouteHealth) {
  const paths = Object.keys(gonePaths).sort()
  if (pausedAt !== null) {
    return {
      at: pausedAt.toISOString(),
      reason: 'failing' as const,
      probeAt: probeAt?.toISOString() ?? null,
      paths: [],
    }
  }
  if (paths.length === 0) return null
  const [first] = Object.values(gonePaths)
    .map(({ at }) => new Date(at).toISOString())
    .sort()
  return { at: first ?? '', reason: 'gone' as const, probeAt: null, paths }
}

interface DeliverySubject extends InstallationSubject {
  delivery: Delivery
}

async function deliverySubject(platform: Platform, id: string): Promise<DeliverySubject> {
  const delivery = await deliveryById(platform.db, id)
  if (delivery === undefined) throw notFound()
  return { ...(await installationSubject(platform, delivery.installationId)), delivery }
}

/** Answers of applications are shown to those who may see payloads. */
function seesAnswers(caller: Caller, subject: InstallationSubject): boolean {
  return decideAccess(access.getDeliveryPayload, caller, subject) === 'allowed'
}

export function deliveryRoutes(platform: Platform): Route[] {
  const ofInstallation = ({ params }: { params: { id: string } }) => installationSubject(platform, params.id)
  const ofDelivery = ({ params }: { params: { id: string } }) => deliverySubject(platform, params.id)
  const ofListing = async ({ params }: { params: { id: string } }) => {
    const { organizationId } = await listingSubject(platform, params.id)
    return { organizationId }
  }
  return [
    route('listDeliveries', {
      subject: ofInstallation,
      async handle({ params, query, caller, subject }) {
        const page = pageOf(query)
        const filter = {
          installationId: params.id,
          state: query.state,
          eventId: query.eventId,
          type: query.type,
          ...timesOf(query),
        }
        const rows = await listDeliveries(platform.db, filter, page)
        const owner = { installationId: params.id, organizationId: subject.installation.organizationId }
        const attempts = await showAttempts(
          platform,
          owner,
          rows.map((row) => row.eventId),
          {
            answers: seesAnswers(caller, subject),
            bytes: LISTED_ANSWER_BYTES,
          },
        )
        return toPageLater(
          rows,
          page,
          (row) => row.eventId,
          async (row) => answer(row, await attempts(row.eventId)),
        )
      },
    }),
    route('getDeliverySummary', {
      subject: ofInstallation,
      async handle({ params }) {
        const health = await routeHealth(platform.db, params.id)
        return {
          waiting: await countDeliveries(platform.db, params.id, 'WAITING', COUNTED),
          dead: await countDeliveries(platform.db, params.id, 'DEAD', COUNTED),
          failingSince: health.failingSince?.toISOString() ?? null,
          paused: pauseAnswer(health),
        }
      },
    }),
    route('getDelivery', {
      subject: ofDelivery,
      async handle({ subject, caller }) {
        const { delivery } = subject
        const show = { answers: seesAnswers(caller, subject), bytes: attemptLimits.answerBytes }
        const attempts = await showAttempts(platform, delivery, [delivery.eventId], show)
        return answer(delivery, await attempts(delivery.eventId))
      },
    }),
    route('getDeliveryPayload', {
      subject: ofDelivery,
      async handle({ subject: { delivery }, setHeader }) {
        const sealed = await sealedBody(platform.db, delivery.eventId)
        if (sealed === null)
          throw new Failure(
            'payload_gone',
            'The payload is no longer stored: it has expired, or newer ones replaced it.',
          )
        setHeader('content-disposition', `attachment; filename="${delivery.eventId}"`)
        return new RawAnswer(
          'application/octet-stream',
          await platform.vault.open(delivery.organizationId, bodyIdentity(delivery.eventId), sealed),
        )
      },
    }),
    route('replayDelivery', {
      subject: ofDelivery,
      async handle({ subject: { installation, delivery }, ...origin }) {
        return { count: await replayDelivery(platform, installation, delivery, origin) }
      },
    }),
    route('replayDeliveries', {
      subject: ofInstallation,
      async handle({ subject: { installation }, body, ...origin }) {
        return { count: await replayDeliveries(platform, installation, body ?? {}, origin) }
      },
    }),
    route('countReplay', {
      subject: ofInstallation,
      handle: ({ subject: { installation }, query }) => countReplay(platform, installation, query),
    }),
    route('sendTestEvent', {
      subject: ofInstallation,
      async handle({ subject: { installation }, body, ...origin }) {
        const sent = await sendTestEvent(platform, installation, body ?? {}, origin)
        return { ...sent, deliveryId: withPrefix('dlv', sent.eventId) }
      },
    }),
    route('resumeDeliveries', {
      subject: ofInstallation,
      async handle({ subject: { installation }, ...origin }) {
        return { count: await resumeDeliveries(platform, installation, origin) }
      },
    }),
    route('listListingDeliveries', {
      subject: ofListing,
      async handle({ params, query }) {
        const page = pageOf(query)
        const filter = { listingId: params.id, state: query.state, type: query.type, ...timesOf(query) }
        const rows = await listDeliveries(platform.db, filter, page)
        return toPage(rows, page, (row) => row.eventId, summary)
      },
    }),
  ]
}
