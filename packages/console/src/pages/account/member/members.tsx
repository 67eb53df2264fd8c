import { Stack } from '@mantine/core'
import { Granted } from '../../../parts/access/granted.tsx'
import { useOrganization } from '../../../queries/session/current-organization.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import { common } from '../../../texts/common.ts'
import { organizationTexts } from '../../../texts/organization.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { ListSection } from '../../../ui/list/list-section.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { Invitations } from './invitations.tsx'
import { InviteMember } from './invite-member.tsx'
import { MemberRows } from './member-rows.tsx'

const texts = organizationTexts.members
const roles = Object.entries(organizationTexts.roles).map(([value, label]) => ({ value, label }))

export function MembersPage() {
  const organization = useOrganization()
  const { words } = useAddress()
  const inviting = useGrant('inviteMember', ownedBy(organization))
  const mayListInvitations = useMay('listInvitations', ownedBy(organization))
  if (!organization) return null
  return (
    <Stack gap="lg">
      <ListSection
        list="members"
        of={organization.id}
        title={texts.title}
        search={common.search}
        filters={<FilterSelect label={texts.role} any={texts.anyRole} options={roles} word="role" />}
        narrowedBy={['role']}
        tools={
          <Granted grant={inviting} label={texts.invite}>
            <InviteMember org={organization.id} />
          </Granted>
        }
      >
        <MemberRows organization={organization} filter={{ q: words.q, role: words.role }} />
      </ListSection>
      {mayListInvitations ? (
        <Boundary of={`${organization.id} ${JSON.stringify(words)}`}>
          <Invitations org={organization.id} />
        </Boundary>
      ) : null}
    </Stack>
  )
}
