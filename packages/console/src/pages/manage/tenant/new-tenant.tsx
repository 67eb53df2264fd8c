import { Link, useNavigate } from '@tanstack/react-router'
import { TenantForm } from '../../../forms/tenant-form.tsx'
import { useOrganization } from '../../../queries/current-organization.ts'
import { tenantTexts } from '../../../texts/tenants.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Section } from '../../../ui/layout/section.tsx'

export function NewTenantPage() {
  const organization = useOrganization()
  const navigate = useNavigate()
  if (!organization) return null
  return (
    <>
      <PageHeader crumbs={<Link to="/manage/tenants">{tenantTexts.title}</Link>} title={tenantTexts.new} />
      <Section narrow>
        <TenantForm
          org={organization.id}
          onDone={(tenant) => void navigate({ to: '/manage/tenants/$tenantId', params: { tenantId: tenant.id } })}
        />
      </Section>
    </>
  )
}
