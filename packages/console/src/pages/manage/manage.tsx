import { IconLayoutGrid, IconPlus } from '@tabler/icons-react'
import { Outlet, useLocation } from '@tanstack/react-router'
import { Granted } from '../../parts/access/granted.tsx'
import { useOrganization } from '../../queries/session/current-organization.ts'
import { useGrant } from '../../queries/session/grant.ts'
import { ownedBy } from '../../queries/session/may.ts'
import { manage } from '../../texts/manage.ts'
import { packageTexts } from '../../texts/packages.ts'
import { tenantTexts } from '../../texts/tenants.ts'
import { LinkButton } from '../../ui/action/link-button.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'

export function ManagePage() {
  const connecting = useGrant('createTenant', ownedBy(useOrganization()))
  const onTenants = useLocation({ select: (location) => location.pathname.endsWith('/tenants') })
  const action = onTenants ? (
    <Granted grant={connecting} label={tenantTexts.new} leftSection={<IconPlus size={17} />}>
      <LinkButton to="/manage/tenants/new" leftSection={<IconPlus size={17} />}>
        {tenantTexts.new}
      </LinkButton>
    </Granted>
  ) : (
    <LinkButton to="/browse" leftSection={<IconLayoutGrid size={17} />}>
      {manage.browse}
    </LinkButton>
  )
  return (
    <>
      <PageHeader title={manage.title} lead={manage.lead} actions={action} />
      <Tabs
        label={manage.title}
        tabs={[
          { label: manage.tabs.installations, to: '/manage', exact: true },
          { label: manage.tabs.tenants, to: '/manage/tenants' },
          { label: manage.tabs.policies, to: '/manage/policies' },
          { label: packageTexts.tab, to: '/manage/packages' },
        ]}
      />
      <Outlet />
    </>
  )
}
