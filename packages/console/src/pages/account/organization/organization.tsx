import { Outlet } from '@tanstack/react-router'
import { Granted } from '../../../parts/access/granted.tsx'
import { useRenameOrganization } from '../../../queries/accounts/organizations.ts'
import { useOrganization } from '../../../queries/session/current-organization.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import { organizationTexts } from '../../../texts/organization.ts'
import { RenameButton } from '../../../ui/action/rename-button.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'

export function OrganizationPage() {
  const organization = useOrganization()
  const name = organization?.title ?? organizationTexts.title
  const owner = ownedBy(organization)
  const rename = useRenameOrganization(organization?.id ?? '')
  const renaming = useGrant('changeOrganization', owner)
  const mayListKeys = useMay('listApiKeys', owner)
  const maySeeSignIn = useMay('getSignInPolicy', owner)
  const mayListAudit = useMay('listAudit', owner)
  return (
    <>
      <PageHeader
        title={name}
        lead={organizationTexts.lead}
        actions={
          organization ? (
            <Granted grant={renaming} label={organizationTexts.rename} variant="default">
              <RenameButton
                label={organizationTexts.rename}
                name={organizationTexts.account.organizationTitle}
                value={organization.title}
                pointer="/title"
                act={(title) => rename.mutateAsync(title)}
              />
            </Granted>
          ) : null
        }
      />
      <Tabs
        label={name}
        tabs={[
          { label: organizationTexts.tabs.keys, to: '/organization', exact: true, hidden: !mayListKeys },
          { label: organizationTexts.tabs.members, to: '/organization/members' },
          { label: organizationTexts.tabs.signingKeys, to: '/organization/signing-keys' },
          { label: organizationTexts.tabs.signIn, to: '/organization/sign-in', hidden: !maySeeSignIn },
          { label: organizationTexts.tabs.alerts, to: '/organization/alerts' },
          { label: organizationTexts.tabs.audit, to: '/organization/audit', hidden: !mayListAudit },
        ]}
      />
      <Outlet />
    </>
  )
}
