import { Failure } from '@mkt/contract/errors'
import { asksMore, migrateConfiguration } from '@mkt/manifest'
import type { Listing } from '../../store/listing/listings.ts'
import { type PlannedInstallation, plannedInstallations } from '../../store/release/planned-installations.ts'
import { lastApprovedRelease } from '../../store/release/releases.ts'
import type { Platform } from '../platform/platform.ts'
import { type ManifestInput, readManifestInput } from './create-release.ts'

const BATCH = 500

/** Effect of releasing a manifest on existing installations. For other organizations only rules and counts are shown. */
export async function planRelease(platform: Pick<Platform, 'db'>, listing: Listing, input: ManifestInput) {
  const { manifest, version, problems } = readManifestInput(input, listing.variant)
  const approved = await lastApprovedRelease(platform.db, listing.id)
  if (manifest === undefined) {
    throw new Failure('manifest_invalid', `The manifest has problems: ${problems[0]?.message ?? 'it is not valid.'}`, {
      problems: problems.map(({ pointer, rule, message }) => ({ pointer: `/manifest${pointer}`, rule, message })),
    })
  }
  const asks = approved === undefined ? [] : asksMore(approved.manifest, manifest, listing.variant)
  const rules = new Map<string, number>()
  const own: {
    installationId: string
    tenant: string
    problems: ReturnType<typeof migrateConfiguration>['problems']
  }[] = []
  let total = 0
  let needConfiguration = 0
  for await (const installation of installationsOf(platform, listing.id)) {
    total += 1
    const outcome = migrateConfiguration(installation.configuration, manifest)
    if (!outcome.needsConfiguration) continue
    needConfiguration += 1
    if (installation.organizationId === listing.organizationId)
      own.push({ installationId: installation.id, tenant: installation.tenantName, problems: outcome.problems })
    else
      for (const rule of new Set(outcome.problems.map((problem) => problem.rule)))
        rules.set(rule, (rules.get(rule) ?? 0) + 1)
  }
  return {
    version,
    problems,
    asksMore: asks,
    needsReview: approved === undefined || asks.length > 0,
    installations: { total, fine: total - needConfiguration, needConfiguration },
    own,
    others: [...rules].map(([rule, count]) => ({ rule, count })),
  }
}

async function* installationsOf(
  platform: Pick<Platform, 'db'>,
  listingId: string,
): AsyncGenerator<PlannedInstallation> {
  for (let after = ''; ; ) {
    const batch = await plannedInstallations(platform.db, listingId, after, BATCH)
    yield* batch
    const last = batch.at(-1)
    if (last === undefined || batch.length < BATCH) return
    after = last.id
  }
}
