import { Group, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../queries/api.ts'
import { mayAs, useMe, useOrganization } from '../../queries/current-organization.ts'
import { invitationsQuery, membersQuery } from '../../queries/organizations.ts'
import { usePaged } from '../../queries/paged.ts'
import type { Membership } from '../../queries/session.ts'
import { common } from '../../texts/common.ts'
import { organizationTexts } from '../../texts/organization.ts'
import { ConfirmButton } from '../../ui/action/confirm-button.tsx'
import { Boundary } from '../../ui/feedback/boundary.tsx'
import { FailureNote } from '../../ui/feedback/failure.tsx'
import { Empty } from '../../ui/layout/empty.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { AddressInput } from '../../ui/list/address-input.tsx'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { Rows } from '../../ui/list/rows.tsx'
import { useAddress } from '../../ui/list/use-address.ts'
import { useSorting } from '../../ui/list/use-sorting.ts'
import { Time } from '../../ui/text/time.tsx'
import { InviteMember } from './invite-member.tsx'

const texts = organizationTexts.members
const grantable = ['admin', 'developer', 'viewer'] as const
const roles = Object.entries(organizationTexts.roles).map(([value, label]) => ({ value, label }))
type Grantable = (typeof grantable)[number]

export function MembersPage() {
  const organization = useOrganization()
  const { words } = useAddress()
  if (!organization) return null
  const mayChange = mayAs(organization, 'admin')
  return (
    <Stack gap="lg">
      <Section
        flush
        title={texts.title}
        actions={
          <>
            <AddressInput label={common.search} word="q" />
            <FilterSelect label={texts.role} any={texts.anyRole} options={roles} word="role" />
            {mayChange ? <InviteMember org={organization.id} /> : null}
          </>
        }
      >
        <Boundary of={`${organization.id} ${JSON.stringify(words)}`}>
          <Members organization={organization} filter={{ q: words.q, role: words.role }} />
        </Boundary>
      </Section>
      {mayChange ? (
        <Boundary of={`${organization.id} ${JSON.stringify(words)}`}>
          <Invitations org={organization.id} />
        </Boundary>
      ) : null}
    </Stack>
  )
}

interface Shown {
  organization: Membership
  filter: { q: string | undefined; role: string | undefined }
}

function Members({ organization, filter }: Shown) {
  const client = useQueryClient()
  const { person: me } = useMe()
  const sorting = useSorting('', ['name', 'role', 'since'])
  const { items, more } = usePaged(membersQuery(organization.id, filter), sorting)
  const refresh = () => client.invalidateQueries({ queryKey: ['members'] })
  const params = (person: string) => ({ org: organization.id, person })
  const change = useMutation({
    mutationFn: ({ person, role }: { person: string; role: Grantable }) =>
      api.changeMember({ params: params(person), body: { role } }),
    onSuccess: refresh,
  })
  const makeOwner = async (personId: string) => {
    await api.transferOwnership({ params: { org: organization.id }, body: { personId } })
    await Promise.all([refresh(), client.invalidateQueries({ queryKey: ['me'] })])
  }
  const mayChange = mayAs(organization, 'admin')
  return (
    <>
      <FailureNote failure={change.error} />
      <Rows
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
                <Select
                  size="xs"
                  w={130}
                  aria-label={common.of(texts.role, person.name)}
                  allowDeselect={false}
                  data={grantable.map((value) => ({ value, label: organizationTexts.roles[value] }))}
                  value={role}
                  onChange={(next) => next && change.mutate({ person: person.id, role: next as Grantable })}
                />
              ) : (
                organizationTexts.roles[role]
              ),
          },
          { label: texts.since, sort: '-since', cell: (member) => <Time at={member.since} /> },
          {
            label: '',
            align: 'right',
            cell: ({ person, role }) =>
              mayChange && role !== 'owner' && person.id !== me.id ? (
                <Group gap={4} justify="flex-end" wrap="nowrap">
                  {organization.role === 'owner' ? (
                    <ConfirmButton
                      size="compact-sm"
                      variant="subtle"
                      label={texts.makeOwner}
                      of={person.email}
                      text={texts.makeOwnerText(person.name)}
                      act={() => makeOwner(person.id)}
                    />
                  ) : null}
                  <ConfirmButton
                    size="compact-sm"
                    variant="subtle"
                    color="red"
                    label={texts.remove}
                    of={person.email}
                    text={texts.removeText}
                    act={() => api.removeMember({ params: params(person.id) }).then(refresh)}
                  />
                </Group>
              ) : null,
          },
        ]}
      />
    </>
  )
}

function Invitations({ org }: { org: string }) {
  const client = useQueryClient()
  const sorting = useSorting('-createdAt', ['email', 'role', 'expiresAt'], 'invitations')
  const { words } = useAddress()
  const filter = { q: words.invited, role: words.invitedRole }
  const { items, more } = usePaged(invitationsQuery(org, filter), sorting)
  const narrowed = Boolean(filter.q || filter.role)
  if (items.length === 0 && !narrowed) return null
  return (
    <Section
      flush
      title={texts.open}
      actions={
        <>
          <AddressInput label={texts.searchOpen} word="invited" />
          <FilterSelect
            label={common.of(texts.open, texts.role)}
            any={texts.anyRole}
            options={roles.filter(({ value }) => value !== 'owner')}
            word="invitedRole"
          />
        </>
      }
    >
      {items.length === 0 ? <Empty small title={common.noMatch} /> : null}
      <Rows
        caption={texts.open}
        items={items}
        more={more}
        sorting={sorting}
        keyOf={(invitation) => invitation.id}
        columns={[
          { label: texts.email, sort: 'email', cell: (invitation) => invitation.email },
          { label: texts.role, sort: 'role', cell: (invitation) => organizationTexts.roles[invitation.role] },
          { label: texts.expires, sort: 'expiresAt', cell: (invitation) => <Time at={invitation.expiresAt} ahead /> },
          {
            label: '',
            align: 'right',
            cell: (invitation) => (
              <ConfirmButton
                size="compact-sm"
                variant="subtle"
                color="red"
                label={texts.remove}
                of={invitation.email}
                text={texts.removeInvitationText}
                act={() =>
                  api
                    .revokeInvitation({ params: { id: invitation.id } })
                    .then(() => client.invalidateQueries({ queryKey: ['members'] }))
                }
              />
            ),
          },
        ]}
      />
    </Section>
  )
}
