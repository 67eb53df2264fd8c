import { furtherAccess } from '@mkt/contract/api'
import { eraseData } from '../../actions/erasure/erase-data.ts'
import { checkLaunch } from '../../actions/installation/check-configuration.ts'
import { chooseFailurePolicy } from '../../actions/installation/choose-failure-policy.ts'
import { launchApp } from '../../actions/installation/launch-app.ts'
import { launchableListing } from '../../actions/installation/launchable-listing.ts'
import { createLookups } from '../../actions/installation/lookups.ts'
import { moveInstallation, pinInstallation, recordPayloads } from '../../actions/installation/move-installation.ts'
import { renameInstallation } from '../../actions/installation/name-installation.ts'
import { replaceOwnCredentials } from '../../actions/installation/replace-own-credentials.ts'
import { upgradeInstallation } from '../../actions/installation/upgrade-installation.ts'
import { findIncidents } from '../../actions/overview/find-incidents.ts'
import type { Origin } from '../../actions/platform/origin.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { findUsableRelease } from '../../actions/release/find-release.ts'
import { revokeKeys, rotateCallerSecret } from '../../actions/route/rotate-caller-secret.ts'
import { chooseShadow } from '../../actions/trial/choose-shadow.ts'
import { decideAccess, type Subject } from '../../domain/accounts/access.ts'
import { pageOf, toPage, toPageLater } from '../../domain/platform/page.ts'
import { entriesOf } from '../../store/installation/installation-entries.ts'
import { type InstallationRanks, listInstallations } from '../../store/installation/installation-lists.ts'
import { type Installation, installationById } from '../../store/installation/installations.ts'
import { ledgerCursor, ledgerOf, ledgerSum } from '../../store/route/ledger.ts'
import { notFound, organizationSubject } from '../http/find.ts'
import { type Route, route } from '../http/route.ts'
import { timesOf } from '../http/times.ts'
import { installationAnswer } from './installation-answer.ts'

export interface InstallationSubject extends Subject {
  installation: Installation
}

/** The subject of operations on an installation. */
export async function installationSubject(platform: Platform, id: string): Promise<InstallationSubject> {
  const installation = await installationById(platform.db, id)
  if (installation === undefined) throw notFound()
  return { organizationId: installation.organizationId, test: installation.test, installation }
}

/** How many are judged to find those that do not fare well. */
const JUDGED = 500

const DAY_MS = 24 * 3_600_000

/** Those that do not fare well, and since when failures are counted; health is judged only where it is asked for. */
async function ranksOf(platform: Platform, organizationId: string, judge: boolean): Promise<InstallationRanks> {
  const found = judge ? await findIncidents(platform, organizationId, JUDGED) : []
  const inState = (state: 'failing' | 'degraded') =>
    found.filter(({ health }) => health.state === state).map(({ installation }) => installation.id)
  return {
    failing: inState('failing'),
    degraded: inState('degraded'),
    countedFrom: new Date(platform.clock.now().getTime() - DAY_MS),
  }
}

function idsByHealth({ failing, degraded }: InstallationRanks, wanted: 'incident' | 'failing' | 'degraded') {
  return { incident: [...failing, ...degraded], failing, degraded }[wanted]
}

export function installationRoutes(platform: Platform): Route[] {
  const subject = ({ params }: { params: { id: string } }) => installationSubject(platform, params.id)
  const answer = async (id: string) =>
    installationAnswer(platform, (await installationSubject(platform, id)).installation)
  const byMove = (move: 'stop' | 'start' | 'uninstall') => ({
    subject,
    async handle({ params, ...origin }: Origin & { params: { id: string } }) {
      await moveInstallation(platform, params.id, move, origin)
      return answer(params.id)
    },
  })
  return [
    route('launchApp', {
      subject: ({ params }) => organizationSubject(platform, params.org),
      async handle({ subject: { organization }, body, ...origin }) {
        // The worker may have moved it on by now; what was created is PENDING.
        const made = await answer(await launchApp(platform, { organization, ...body }, origin))
        return { ...made, state: 'PENDING' as const, reason: null }
      },
    }),
    route('checkLaunch', {
      subject: ({ params }) => organizationSubject(platform, params.org),
      async handle({ subject: { organization }, body }) {
        const listing = await launchableListing(platform.db, body.listingId, organization)
        const own = listing.organizationId === organization.id
        const releaseId = body.releaseId ?? (own ? listing.currentReleaseId : listing.promotedReleaseId)
        if (releaseId === null) throw notFound()
        const release = await findUsableRelease(platform.db, listing, organization.id, releaseId)
        return checkLaunch(platform, release, listing.variant, body)
      },
    }),
    route('eraseData', {
      subject,
      handle: ({ subject: { installation }, body, ...origin }) =>
        eraseData(platform, installation, body.locators ?? null, origin),
    }),
    route('listInstallations', {
      subject: ({ params }) => organizationSubject(platform, params.org),
      async handle({ subject, query, caller }) {
        const page = pageOf(query)
        const { organization } = subject
        // A key that may only publish sees the tests of its own apps and nothing of the customer's side.
        const testsOnly = decideAccess(furtherAccess.listRealInstallations, caller, subject) !== 'allowed'
        const test = testsOnly ? true : query.test === undefined ? undefined : query.test === 'true'
        const { listingId, tenantId, state, q, health } = query
        const uninstalled = query.uninstalled === undefined ? undefined : query.uninstalled === 'true'
        const ranks = await ranksOf(platform, organization.id, health !== undefined || page.sort?.by === 'health')
        const ids = health && idsByHealth(ranks, health)
        const filter = { organizationId: organization.id, listingId, tenantId, state, test, uninstalled, q, ids }
        const rows = await listInstallations(platform.db, filter, page, ranks)
        const lookups = createLookups(platform.db)
        return toPageLater(
          rows,
          page,
          (row) => row.id,
          (row) => installationAnswer(platform, row, lookups),
        )
      },
    }),
    route('getInstallation', { subject, handle: ({ params }) => answer(params.id) }),
    route('changeInstallation', {
      subject,
      async handle({ params, body, ...origin }) {
        if (body.name !== undefined) await renameInstallation(platform, params.id, body.name, origin)
        if (body.pinned !== undefined) await pinInstallation(platform, params.id, body.pinned, origin)
        if (body.recording !== undefined) await recordPayloads(platform, params.id, body.recording, origin)
        if (body.shadowReleaseId !== undefined) await chooseShadow(platform, params.id, body.shadowReleaseId, origin)
        if (body.onFailure !== undefined) await chooseFailurePolicy(platform, params.id, body.onFailure, origin)
        return answer(params.id)
      },
    }),
    route('stopInstallation', byMove('stop')),
    route('startInstallation', byMove('start')),
    route('uninstallInstallation', byMove('uninstall')),
    route('replaceInstallationCredentials', {
      subject,
      async handle({ subject: { installation }, body, params, ...origin }) {
        await replaceOwnCredentials(platform, installation, body.credentials, origin)
        return answer(params.id)
      },
    }),
    route('upgradeInstallation', {
      subject,
      async handle({ subject: { installation }, body, params, ifMatch, ...origin }) {
        await upgradeInstallation(platform, installation, { ...body, ifMatch }, origin)
        return answer(params.id)
      },
    }),
    route('rotateCallerSecret', {
      subject,
      async handle({ subject: { installation }, ...origin }) {
        return { callerSecret: await rotateCallerSecret(platform, installation, origin) }
      },
    }),
    route('revokeKeys', {
      subject,
      async handle({ subject: { installation }, ...origin }) {
        await revokeKeys(platform, installation, origin)
        return undefined
      },
    }),
    route('listInstallationLog', {
      subject,
      async handle({ params, query }) {
        const page = pageOf(query)
        const rows = await entriesOf(platform.db, params.id, page, query)
        return toPage(rows, page, (row) => row.id, entryAnswer)
      },
    }),
    route('listLedger', {
      subject,
      async handle({ params, query }) {
        const page = pageOf(query)
        const rows = await ledgerOf(platform.db, params.id, page, { version: query.version, ...timesOf(query) })
        return toPage(rows, page, ledgerCursor, ledgerAnswer)
      },
    }),
    route('getLedgerSummary', {
      subject,
      async handle({ params, query }) {
        const sum = await ledgerSum(platform.db, params.id, { version: query.version, ...timesOf(query) })
        return { ...sum, firstAt: sum.firstAt?.toISOString() ?? null, lastAt: sum.lastAt?.toISOString() ?? null }
      },
    }),
  ]
}

type Jsonable = Record<string, string | number | boolean | null>

function entryAnswer({ at, details, ...row }: Awaited<ReturnType<typeof entriesOf>>[number]) {
  return { ...row, at: at.toISOString(), details: details as Jsonable }
}

function ledgerAnswer({ hour, firstAt, lastAt, ...row }: Awaited<ReturnType<typeof ledgerOf>>[number]) {
  return { ...row, hour: hour.toISOString(), firstAt: firstAt.toISOString(), lastAt: lastAt.toISOString() }
}
