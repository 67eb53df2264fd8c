import type { Platform } from '../../actions/platform/platform.ts'
import { toItems } from '../../domain/platform/items.ts'
import { countInstalls, failingInstalls, type InstallCount } from '../../store/installation/installs.ts'
import { type Route, route } from '../http/route.ts'
import { listingSubject } from '../listing/listings.ts'

const MAX_FAILING = 100

/** Adds up the counts that are alike in one thing, in the order they come. */
function sums<Name extends 'state' | 'step' | 'operation'>(counts: readonly InstallCount[], name: Name) {
  const found = new Map<NonNullable<InstallCount[Name]>, number>()
  for (const row of counts) {
    const word = row[name]
    if (word !== null) found.set(word, (found.get(word) ?? 0) + row.count)
  }
  return [...found]
}

const total = (counts: readonly InstallCount[]) => counts.reduce((sum, row) => sum + row.count, 0)

function releaseAnswer([first, ...rest]: [InstallCount, ...InstallCount[]]) {
  const counts = [first, ...rest]
  return {
    release: { id: first.releaseId, version: first.version, state: first.releaseState },
    total: total(counts),
    own: total(counts.filter((row) => row.own)),
    states: sums(counts, 'state').map(([state, count]) => ({ state, count })),
    errors: sums(counts, 'step').map(([step, count]) => ({ step, count })),
    failures: sums(counts, 'operation').map(([operation, count]) => ({ operation, count })),
  }
}

export function installRoutes(platform: Platform): Route[] {
  return [
    route('getInstalls', {
      async subject({ params }) {
        const { organizationId, listing } = await listingSubject(platform, params.id)
        return { organizationId, publisherId: listing.organizationId }
      },
      async handle({ params, subject: { publisherId } }) {
        const [counts, failing] = await Promise.all([
          countInstalls(platform.db, params.id, publisherId),
          failingInstalls(platform.db, params.id, publisherId, MAX_FAILING),
        ])
        const releases = new Map<string, [InstallCount, ...InstallCount[]]>()
        for (const row of counts) {
          const known = releases.get(row.releaseId)
          if (known) known.push(row)
          else releases.set(row.releaseId, [row])
        }
        return {
          releases: toItems([...releases.values()], ([{ releaseId }]) => releaseId, releaseAnswer),
          failing: toItems(
            failing,
            ({ installationId }) => installationId,
            (row) => ({ ...row, at: row.at.toISOString() }),
          ),
        }
      },
    }),
  ]
}
