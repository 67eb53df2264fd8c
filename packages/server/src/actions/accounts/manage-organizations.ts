import { type Organization, retitleOrganization } from '../../store/accounts/organizations.ts'
import { change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'

export async function renameOrganization(
  platform: Platform,
  input: { organization: Organization; title: string },
  origin: Origin,
): Promise<Organization> {
  const { organization, title } = input
  const { id } = organization
  await change(platform, origin, async (unit) => {
    await retitleOrganization(unit.trx, id, title)
    return unit.record('organization.change', {
      organizationId: id,
      id,
      details: { from: organization.title, to: title },
    })
  })
  return { ...organization, title }
}
