import { type Organization, retitleOrganization } from '../../store/accounts/organizations.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'

export async function renameOrganization(
  platform: Changing,
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
