import { Link, useNavigate } from '@tanstack/react-router'
import { TenantForm } from '../../../forms/tenant-form.tsx'
import { NotForYou } from '../../../parts/access/only-for.tsx'
import { SandboxButton } from '../../../parts/tenant/sandbox-button.tsx'
import { useOrganization } from '../../../queries/session/current-organization.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import { tenantTexts } from '../../../texts/tenants.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Section } from '../../../ui/layout/section.tsx'

export function NewTenantPage() {
  const organization = useOrganization()
  const navigate = useNavigate()
  const mayConnect = useMay('createTenant', ownedBy(organization))
  if (!organization) return null
  if (!mayConnect) return <NotForYou />
  const open = (tenant: { id: string }) =>
    void navigate({ to: '/manage/tenants/$tenantId', params: { tenantId: tenant.id } })
  return (
    <>
      <PageHeader
        crumbs={<Link to="/manage/tenants">{tenantTexts.title}</Link>}
        title={tenantTexts.new}
        actions={<SandboxButton org={organization.id} variant="connected" onDone={open} />}
      />
      <Section narrow>
        <TenantForm key={organization.id} org={organization.id} onDone={open} />
      </Section>
    </>
  )
}
