import { type Organization, retitleOrganization, setOrganizationDisabled } from '../../store/accounts/organizations.ts'
import { transaction } from '../../store/database/transaction.ts'
import type { Platform } from '../platform/platform.ts'
import { type Origin, recordAudit } from '../platform/record-audit.ts'

export async function renameOrganization(
  platform: Platform,
  input: { organization: Organization; title: string },
  origin: Origin,
): Promise<Organization> {
  const { organization, title } = input
  await transaction(platform.db, async (trx) => {
    await retitleOrganization(trx, organization.id, title)
    await recordAudit(platform, trx, origin, {
      organizationId: organization.id,
      action: 'organization.change',
      subject: { kind: 'organization', id: organization.id },
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
  await transaction(platform.db, async (trx) => {
    await setOrganizationDisabled(trx, organization.id, disabledAt, reason)
    await recordAudit(platform, trx, origin, {
      organizationId: organization.id,
      action: enabled ? 'organization.enable' : 'organization.disable',
      subject: { kind: 'organization', id: organization.id },
      details: reason === null ? {} : { reason },
    })
  })
  return { ...organization, disabledAt }
}
