import { Link, useNavigate } from '@tanstack/react-router'
import { PageHeader } from '../components/page-header.tsx'
import { Section } from '../components/section.tsx'
import { TenantForm } from '../forms/tenant-form.tsx'
import { useOrganization } from '../queries/current-organization.ts'
import { tenantTexts } from '../texts/tenants.ts'

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
