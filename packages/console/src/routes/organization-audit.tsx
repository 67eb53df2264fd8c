import { getRouteApi } from '@tanstack/react-router'
import { AuditRows } from '../components/audit-rows.tsx'
import { Boundary } from '../components/boundary.tsx'
import { FilterInput } from '../components/filter-input.tsx'
import { Section } from '../components/section.tsx'
import { useOrganization } from '../queries/current-organization.ts'
import { auditQuery } from '../queries/records.ts'
import { organizationTexts } from '../texts/organization.ts'

const route = getRouteApi('/shell/organization/audit')

export function OrganizationAuditPage() {
  const organization = useOrganization()
  const { action } = route.useSearch()
  const navigate = route.useNavigate()
  if (!organization) return null
  return (
    <Section
      flush
      title={organizationTexts.audit.title}
      lead={organizationTexts.audit.lead}
      actions={
        <FilterInput
          label={organizationTexts.audit.filter}
          value={action}
          onChange={(next) => void navigate({ replace: true, search: next ? { action: next } : {} })}
        />
      }
    >
      <Boundary of={`${organization.id} ${action}`}>
        <AuditRows query={auditQuery(organization.id, action)} />
      </Boundary>
    </Section>
  )
}
