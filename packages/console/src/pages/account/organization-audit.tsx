import { AuditSection } from '../../parts/audit/audit-section.tsx'
import { useOrganization } from '../../queries/current-organization.ts'
import { auditQuery } from '../../queries/records.ts'
import { organizationTexts } from '../../texts/organization.ts'

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
