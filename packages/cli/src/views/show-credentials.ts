import type { Result } from '../context.ts'
import type { Installation } from '../services/installation/installations.ts'
import { facts } from './table.ts'

type Mark = Installation['credentials']['data']

/** The credentials an installation has for itself alone: whether they are set, never what they are. */
export function showCredentials({ id, listing, tenant, credentials }: Installation): Result {
  const sets = Object.entries(credentials).map(([kind, mark]): [string, string] => [kind, stateOf(mark)])
  return {
    data: { installationId: id, credentials },
    text: facts([['app', listing.name], ['tenant', tenant?.name], ...sets, ['id', id]]),
  }
}

function stateOf(mark: Mark): string {
  if (mark?.set !== true) return 'not set: those of the tenant are used'
  return mark.refusedAt === null ? `set ${mark.updatedAt}` : `refused since ${mark.refusedAt}`
}
