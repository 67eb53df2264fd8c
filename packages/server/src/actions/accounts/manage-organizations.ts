import { type Organization, retitleOrganization } from '../../store/accounts/organizations.ts'
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
