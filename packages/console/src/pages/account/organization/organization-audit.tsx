import { AuditSection } from '../../../parts/audit/audit-section.tsx'
import { auditQuery } from '../../../queries/platform/audit.ts'
import { useOrganization } from '../../../queries/session/current-organization.ts'
import { organizationTexts } from '../../../texts/organization.ts'

export function OrganizationAuditPage() {
  const organization = useOrganization()
  if (!organization) return null
  return (
    <AuditSection
      title={organizationTexts.audit.title}
      lead={organizationTexts.audit.lead}
      of={organization.id}
      query={(filter) => auditQuery(organization.id, filter)}
      exportPath={`/organizations/${organization.id}/audit/export`}
    />
  )
}
