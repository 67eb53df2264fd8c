import { useQueryClient } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { api } from '../../queries/api.ts'
import { mayAs, useOrganization } from '../../queries/current-organization.ts'
import { organizationTexts } from '../../texts/organization.ts'
import { RenameButton } from '../../ui/action/rename-button.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'

export function OrganizationPage() {
  const organization = useOrganization()
  const client = useQueryClient()
  return (
    <>
      <PageHeader
        title={organization?.title ?? organizationTexts.title}
        lead={organizationTexts.lead}
        actions={
          organization && mayAs(organization, 'admin') ? (
            <RenameButton
              label={organizationTexts.rename}
              name={organizationTexts.account.organizationTitle}
              value={organization.title}
              pointer="/title"
              act={(title) =>
                api
                  .changeOrganization({ params: { org: organization.id }, body: { title } })
                  .then(() => client.invalidateQueries({ queryKey: ['me'] }))
              }
            />
          ) : null
        }
      />
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
