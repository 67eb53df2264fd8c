import { installationMachine, operationsIn } from '@mkt/contract/states'
import { often } from '@mkt/contract/text'
import { coversNothing, integrationsOf, rules } from '@mkt/manifest'
import { readInstallationHealth } from '../../actions/delivery/read-installation-health.ts'
import { failurePolicyOf } from '../../actions/installation/choose-failure-policy.ts'
import { following } from '../../actions/installation/follow-release.ts'
import { endpointOf } from '../../actions/installation/installation-endpoint.ts'
import { createLookups, type Lookups } from '../../actions/installation/lookups.ts'
import { storedConfiguration } from '../../actions/installation/stored-configuration.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { mappingWarnings } from '../../actions/registration/find-missing-paths.ts'
import { shownNotes } from '../../actions/release/render-notes.ts'
import { needsDeployment } from '../../domain/installation/installation.ts'
import { suspendedStart } from '../../domain/listing/listing.ts'
import { raterName } from '../../domain/registration/registration.ts'
import { kindsOf } from '../../domain/tenant/credential-sets.ts'
import { disabledSide } from '../../store/installation/disabled-organizations.ts'
import { countAlike, type Installation } from '../../store/installation/installations.ts'
import type { Listing } from '../../store/listing/listings.ts'
import type { Release } from '../../store/release/releases.ts'
import { tunnelOf } from '../../store/route/tunnels.ts'
import { ownCredentialsOf } from '../../store/tenant/credentials.ts'
import { ownMarks } from '../tenant/credential-mark.ts'
import { waitingAnswer } from './waiting-answer.ts'

/** An installation as the interface shows it, with the release that is offered to it. */
export async function installationAnswer(
  platform: Platform,
  row: Installation,
  lookups: Lookups = createLookups(platform.db),
) {
  const { db } = platform
  const [release, target, tenant, alike, deployment, credentials] = await Promise.all([
    lookups.release(row.releaseId),
    row.targetReleaseId === null ? undefined : lookups.release(row.targetReleaseId),
    lookups.tenant(row.tenantId),
    countAlike(db, row.listingId, row.tenantId, row.id),
    needsDeployment.includes(row.state) ? lookups.deployment(row.releaseId) : undefined,
    ownCredentialsOf(db, [row.id]),
  ])
  const health = await readInstallationHealth(platform, row, deployment)
  const integrations = release && integrationsOf(release.manifest, row.variant)
  const raters = integrations?.externalRaters ?? []
  return {
    id: row.id,
    organizationId: row.organizationId,
    name: row.name,
    listing: { id: row.listingId, name: row.listingName, title: row.listingTitle },
    tenant: tenant ? { id: tenant.id, name: tenant.name } : null,
    tenantId: row.tenantId,
    routeId: row.routeId,
    endpoint: endpointOf(platform, row.routeId),
    state: row.state,
    reason: row.reason,
    health: { ...health, since: health.since?.toISOString() ?? null },
    waiting: await waitingAnswer(platform, row, tenant),
    release: { id: row.releaseId, version: release?.version ?? '' },
    target: target ? { id: target.id, version: target.version } : null,
    revision: row.revision,
    test: row.test,
    pinned: row.pinned,
    recording: row.recording,
    answers: [
      ...(integrations && integrations.autofill.length > 0 ? (['autofill'] as const) : []),
      ...(raters.length > 0 ? (['rater'] as const) : []),
    ],
    onFailure: failurePolicyOf(row),
    shadowReleaseId: row.shadowReleaseId,
    tunnel: row.test ? await tunnelAnswer(platform, row.id) : null,
    credentials: ownMarks(kindsOf(row.variant), credentials),
    lastFailure: row.lastFailure,
    offer: await offerOf(platform, row, lookups),
    operations: [...operationsIn(row.state)],
    externalRaters: raters.map(({ name }) => raterName(row.id, name)),
    warnings:
      row.state === 'UNINSTALLED'
        ? []
        : [
            ...disabledWarning(await disabledSide(db, row)),
            ...suspendedWarning(await lookups.listing(row.listingId)),
            ...(alike > 0 ? [`This app is installed ${often(alike + 1)} on this tenant.`] : []),
            ...(await mappingWarnings(platform, row)),
            ...(await autofillWarning(platform, row, release)),
          ],
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

async function tunnelAnswer({ db }: Platform, id: string) {
  const tunnel = await tunnelOf(db, id)
  return tunnel?.connectedAt ? { by: tunnel.openedBy, since: tunnel.connectedAt.toISOString() } : null
}

async function autofillWarning(platform: Platform, row: Installation, release: Release | undefined): Promise<string[]> {
  if (release === undefined || !coversNothing(release.manifest, row.variant, [])) return []
  const { mappings } = await storedConfiguration(platform.db, row)
  if (!coversNothing(release.manifest, row.variant, mappings)) return []
  return [
    `No product is mapped, so autofill is never called. ${rules['autofill.covers-nothing'].fix} (autofill.covers-nothing)`,
  ]
}

function disabledWarning(side: 'publisher' | 'customer' | null): string[] {
  if (side === null) return []
  return [
    `An operator disabled the organization that ${side === 'publisher' ? 'publishes this app' : 'runs this installation'}: its route answers 410 until the organization is enabled again.`,
  ]
}

function suspendedWarning(listing: Listing | undefined): string[] {
  if (!listing?.installationsStopped) return []
  const why = listing.suspendedReason ? ` The reason: ${listing.suspendedReason}` : ''
  return [`${suspendedStart(listing.name)}${why}`]
}

async function offerOf(platform: Platform, row: Installation, lookups: Lookups) {
  if (installationMachine.states[row.state].leaving) return null
  const { candidate, decision } = await following(platform, row, lookups)
  if (decision.kind !== 'offer' || !candidate || candidate.id === row.targetReleaseId) return null
  const { reason, problems, asks } = decision
  const { id: releaseId, version, notes } = candidate
  return { releaseId, version, reason, problems, asks, notes, notesHtml: shownNotes(candidate) }
}
