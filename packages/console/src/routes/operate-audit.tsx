import { getRouteApi } from '@tanstack/react-router'
import { AuditRows } from '../components/audit-rows.tsx'
import { Boundary } from '../components/boundary.tsx'
import { FilterInput } from '../components/filter-input.tsx'
import { Section } from '../components/section.tsx'
import { allAuditQuery } from '../queries/records.ts'
import { operate } from '../texts/operate.ts'
import { organizationTexts } from '../texts/organization.ts'

const route = getRouteApi('/shell/operate/audit')

export function OperateAudit() {
  const { action } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Section
      flush
      title={operate.audit}
      actions={
        <FilterInput
          label={organizationTexts.audit.filter}
          value={action}
          onChange={(next) => void navigate({ replace: true, search: next ? { action: next } : {} })}
        />
      }
    >
      <Boundary of={action ?? ''}>
        <AuditRows query={allAuditQuery(action)} />
      </Boundary>
    </Section>
  )
}
