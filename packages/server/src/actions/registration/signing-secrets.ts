import { Failure } from '@mkt/contract/errors'
import type { Route } from '../../domain/route/route.ts'
import { inTime } from '../../lib/schedule/within.ts'
import type { RouteTable } from '../route/route-table.ts'

/** A database that does not answer must not hold the policy system's connection: it sends again what was refused with 503. */
const READ_MS = 3_000

const late = () =>
  new Failure('database_unavailable', 'The database is unavailable. Send the request again soon.', {
    headers: { 'retry-after': '5' },
  })

/** The secret that a route's calls are signed with. Kept in memory until the installation changes. */
export function createSigningSecrets(
  read: (installationId: string) => Promise<string | undefined>,
  routes: Pick<RouteTable, 'onChange'>,
): (route: Route) => Promise<string | undefined> {
  const known = new Map<string, Promise<string | undefined>>()
  routes.onChange((installationId) => known.delete(installationId))
  return (route) => {
    const kept = known.get(route.installationId)
    if (kept !== undefined) return kept
    const secret = inTime(read(route.installationId), READ_MS, late)
    known.set(route.installationId, secret)
    secret.catch(() => known.delete(route.installationId))
    return secret
  }
}
