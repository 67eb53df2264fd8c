import { Failure } from '@mkt/contract/errors'
import { hashToken, newToken } from '../../lib/token.ts'
import { deleteScimDirectory, putScimToken } from '../../store/identity/scim-directories.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'

export const scimUrl = ({ addresses }: Pick<Platform, 'addresses'>, organizationId: string) =>
  `${addresses.publicUrl}/scim/v2/${organizationId}`

/** Gives the directory of an organization a token; a former one is void at once. */
export function createScimToken(platform: Changing, organizationId: string, origin: Origin): Promise<string> {
  const token = newToken('msc', platform.random)
  return change(platform, origin, async (unit) => {
    await putScimToken(unit.trx, organizationId, hashToken(token), unit.now)
    return unit.record('scim.connect', { organizationId, id: organizationId }).with(token)
  })
}

/** Forgets the directory. Members stay and are managed by hand from now on. */
export function removeScim(platform: Changing, organizationId: string, origin: Origin): Promise<void> {
  return change(platform, origin, async (unit) => {
    if (!(await deleteScimDirectory(unit.trx, organizationId)))
      throw new Failure('not_found', 'No directory is connected. Create a token first.')
    return unit.record('scim.disconnect', { organizationId, id: organizationId })
  })
}
