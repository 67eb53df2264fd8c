import { Failure } from '@mkt/contract/errors'
import { isReservedName } from '../../domain/accounts/reserved-name.ts'
import { newId } from '../../lib/ids.ts'
import { insertMember, insertOrganization, type Organization } from '../../store/accounts/organizations.ts'
import { type Changing, change } from '../platform/change.ts'
import { enforceQuota } from '../platform/enforce-quota.ts'
import type { Origin } from '../platform/origin.ts'

/** Makes an organization; the person who asks becomes its owner. Names never change, so a reserved one is refused for good. */
export async function createOrganization(
  platform: Changing,
  input: { name: string; title?: string | undefined },
  origin: Origin,
): Promise<Organization> {
  if (isReservedName(input.name))
    throw new Failure('name_reserved', `"${input.name}" is reserved. Choose another name.`)
  const now = platform.clock.now()
  const id = newId('org', now, platform.random)
  const title = input.title ?? input.name
  await change(platform, origin, async (unit) => {
    // Operators make organizations for others.
    if (origin.caller.kind === 'person' && origin.caller.platformRole !== 'operator')
      await enforceQuota(unit, 'organizations', origin.caller.personId)
    const added = await insertOrganization(unit.trx, { id, name: input.name, title, now })
    if (!added) throw new Failure('name_taken', `An organization named "${input.name}" exists. Choose another name.`)
    if (origin.caller.kind === 'person') {
      await insertMember(unit.trx, { organizationId: id, personId: origin.caller.personId, role: 'owner', now })
    }
    return unit.record('organization.create', { organizationId: id, id, details: { name: input.name } })
  })
  return { id, name: input.name, title, createdAt: now, disabledAt: null }
}
