import { Outlet } from '@tanstack/react-router'
import { PageHeader } from '../components/page-header.tsx'
import { Tabs } from '../components/tabs.tsx'
import { useOrganization } from '../queries/current-organization.ts'
import { organizationTexts } from '../texts/organization.ts'

export function OrganizationPage() {
  const organization = useOrganization()
  return (
    <>
      <PageHeader title={organization?.title ?? organizationTexts.title} lead={organizationTexts.lead} />
      <Tabs
        label={organizationTexts.title}
        tabs={[
          { label: organizationTexts.tabs.keys, to: '/organization', exact: true },
          { label: organizationTexts.tabs.members, to: '/organization/members' },
          { label: organizationTexts.tabs.audit, to: '/organization/audit' },
        ]}
      />
      <Outlet />
    </>
  )
}
