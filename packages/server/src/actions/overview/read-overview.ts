import { rankIncidents } from '../../domain/overview/rank-incidents.ts'
import { toItems } from '../../domain/platform/items.ts'
import { type Installation, installationById } from '../../store/installation/installations.ts'
import { behindInstallations, countInstallations } from '../../store/overview/installation-overview.ts'
import { following } from '../installation/follow-release.ts'
import { createLookups, type Lookups } from '../installation/lookups.ts'
import type { Platform } from '../platform/platform.ts'
import { findIncidents } from './find-incidents.ts'

/** How many are judged, and how many of them are shown. */
const JUDGED = 200
const TOLD = 50

/** How the installations of an organization fare: what needs somebody, the most urgent first, and updates to accept. */
export async function readOverview(platform: Pick<Platform, 'clock' | 'db'>, organizationId: string) {
  const { db } = platform
  const lookups = createLookups(db)
  const [counts, found, behind] = await Promise.all([
    countInstallations(db, organizationId),
    findIncidents(platform, organizationId, JUDGED, lookups),
    behindInstallations(db, organizationId, TOLD),
  ])
  const [incidents, updates] = await Promise.all([
    Promise.all(
      found.map(async ({ installation, health }) => ({
        ...(await named(installation, lookups)),
        state: installation.state,
        health,
      })),
    ),
    Promise.all(behind.map((id) => updateOf(platform, id, lookups))),
  ])
  const { total, running, tenants, installedListings, lastEventAt, lastCallAt } = counts
  const lastActivity = Math.max(lastEventAt?.getTime() ?? 0, lastCallAt?.getTime() ?? 0)
  return {
    installations: { total, running },
    tenants,
    installedListings,
    lastActivityAt: lastActivity === 0 ? null : new Date(lastActivity).toISOString(),
    incidents: toItems(
      rankIncidents(incidents).slice(0, TOLD),
      ({ id }) => id,
      ({ health, ...row }) => ({ ...row, health: { ...health, since: health.since?.toISOString() ?? null } }),
    ),
    updates: toItems(
      updates.flatMap((found) => found ?? []),
      ({ id }) => id,
      (update) => update,
    ),
  }
}

async function named(row: Installation, lookups: Lookups) {
  const tenant = await lookups.tenant(row.tenantId)
  return {
    id: row.id,
    name: row.name,
    listing: { id: row.listingId, name: row.listingName, title: row.listingTitle },
    tenant: tenant ? { id: tenant.id, name: tenant.name } : null,
    tenantId: row.tenantId,
    test: row.test,
  }
}

/** A release that somebody has to accept; what is taken automatically is no update to decide on. */
async function updateOf(platform: Pick<Platform, 'db'>, id: string, lookups: Lookups) {
  const row = await installationById(platform.db, id)
  if (row === undefined) return undefined
  const { candidate, decision } = await following(platform, row, lookups)
  if (decision.kind !== 'offer' || candidate === undefined || candidate.id === row.targetReleaseId) return undefined
  const present = await lookups.release(row.releaseId)
  const offer = { releaseId: candidate.id, version: candidate.version, reason: decision.reason }
  return { ...(await named(row, lookups)), version: present?.version ?? '', offer }
}
