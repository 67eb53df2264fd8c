import { Text } from '@mantine/core'
import { RowConfirm } from '../../../parts/access/row-confirm.tsx'
import { membersQuery, useRemoveMember, useTransferOwnership } from '../../../queries/accounts/members.ts'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { useMe } from '../../../queries/session/current-organization.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import type { Membership } from '../../../queries/session/session.ts'
import { organizationTexts } from '../../../texts/organization.ts'
import { ListRows } from '../../../ui/list/list-rows.tsx'
import { RowButtons } from '../../../ui/list/row-buttons.tsx'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import { Time } from '../../../ui/text/time.tsx'
import { MemberRole } from './member-role.tsx'

const texts = organizationTexts.members

interface Shown {
  organization: Membership
  filter: { q: string | undefined; role: string | undefined }
}

/** The members of an organization. Nobody changes the owner, or themselves. */
export function MemberRows({ organization, filter }: Shown) {
  const { person: me } = useMe()
  const owner = ownedBy(organization)
  const sorting = useSorting(defaultOrders.members, ['name', 'role', 'since'])
  const { items, more } = usePaged(membersQuery(organization.id, filter), sorting)
  const remove = useRemoveMember(organization.id)
  const transfer = useTransferOwnership(organization.id)
  const mayChange = useMay('changeMember', owner)
  const removing = useGrant('removeMember', owner)
  const transferring = useGrant('transferOwnership', owner)
  return (
    <ListRows
      empty={{ title: texts.title }}
      caption={texts.title}
      items={items}
      more={more}
      sorting={sorting}
      keyOf={(member) => member.person.id}
      columns={[
        {
          label: texts.person,
          sort: 'name',
          cell: ({ person }) => (
            <div>
              <Text fw={600}>{person.name}</Text>
              <Text size="xs" c="dimmed">
                {person.email}
              </Text>
            </div>
          ),
        },
        {
          label: texts.role,
          sort: 'role',
          cell: ({ person, role }) =>
            mayChange && role !== 'owner' && person.id !== me.id ? (
              <MemberRole org={organization.id} person={person} role={role} />
            ) : (
              organizationTexts.roles[role]
            ),
        },
        { label: texts.since, sort: '-since', cell: (member) => <Time at={member.since} /> },
        {
          label: '',
          align: 'right',
          cell: ({ person, role }) =>
            role !== 'owner' && person.id !== me.id ? (
              <RowButtons>
                <RowConfirm
                  grant={transferring}
                  label={texts.makeOwner}
                  of={person.email}
                  text={texts.makeOwnerText(person.name)}
                  act={() => transfer.mutateAsync(person.id)}
                />
                <RowConfirm
                  grant={removing}
                  red
                  label={texts.remove}
                  of={person.email}
                  text={texts.removeText}
                  act={() => remove.mutateAsync(person.id)}
                />
              </RowButtons>
            ) : null,
        },
      ]}
    />
  )
}
