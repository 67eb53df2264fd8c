import { type Organization, retitleOrganization, setOrganizationDisabled } from '../../store/accounts/organizations.ts'
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

/** Disables an organization: its people and keys can do nothing in it; what runs for its customers goes on. */
export async function setOrganizationEnabled(
  platform: Platform,
  input: { organization: Organization; enabled: boolean; reason: string | null },
  origin: Origin,
): Promise<Organization> {
  const { organization, enabled, reason } = input
  const disabledAt = enabled ? null : platform.clock.now()
  const { id } = organization
  await change(platform, origin, async (unit) => {
    await setOrganizationDisabled(unit.trx, id, disabledAt, reason)
    const details = reason === null ? {} : { reason }
    return unit.record(enabled ? 'organization.enable' : 'organization.disable', { organizationId: id, id, details })
  })
  return { ...organization, disabledAt }
}
