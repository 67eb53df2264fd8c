import { Select, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Boundary } from '../components/boundary.tsx'
import { ConfirmButton } from '../components/confirm-button.tsx'
import { FailureNote } from '../components/failure.tsx'
import { InviteMember } from '../components/invite-member.tsx'
import { Rows } from '../components/rows.tsx'
import { Section } from '../components/section.tsx'
import { Time } from '../components/time.tsx'
import { api } from '../queries/api.ts'
import { mayAs, useMe, useOrganization } from '../queries/current-organization.ts'
import { invitationsQuery, membersQuery } from '../queries/organizations.ts'
import { usePaged } from '../queries/paged.ts'
import type { Membership } from '../queries/session.ts'
import { organizationTexts } from '../texts/organization.ts'

const texts = organizationTexts.members
const grantable = ['admin', 'developer', 'viewer'] as const
type Grantable = (typeof grantable)[number]

export function MembersPage() {
  const organization = useOrganization()
  if (!organization) return null
  const mayChange = mayAs(organization, 'admin')
  return (
    <Stack gap="lg">
      <Section flush title={texts.title} actions={mayChange ? <InviteMember org={organization.id} /> : null}>
        <Boundary of={organization.id}>
          <Members organization={organization} />
        </Boundary>
      </Section>
      {mayChange ? (
        <Boundary of={organization.id}>
          <Invitations org={organization.id} />
        </Boundary>
      ) : null}
    </Stack>
  )
}

function Members({ organization }: { organization: Membership }) {
  const client = useQueryClient()
  const { person: me } = useMe()
  const { items, more } = usePaged(membersQuery(organization.id))
  const refresh = () => client.invalidateQueries({ queryKey: ['members'] })
  const params = (person: string) => ({ org: organization.id, person })
  const change = useMutation({
    mutationFn: ({ person, role }: { person: string; role: Grantable }) =>
      api.changeMember({ params: params(person), body: { role } }),
    onSuccess: refresh,
  })
  const mayChange = mayAs(organization, 'admin')
  return (
    <>
      <FailureNote failure={change.error} />
      <Rows
        caption={texts.title}
        items={items}
        more={more}
        keyOf={(member) => member.person.id}
        columns={[
          {
            label: texts.person,
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
            cell: ({ person, role }) =>
              mayChange && role !== 'owner' && person.id !== me.id ? (
                <Select
                  size="xs"
                  w={130}
                  aria-label={`${texts.role}: ${person.name}`}
                  allowDeselect={false}
                  data={grantable.map((value) => ({ value, label: organizationTexts.roles[value] }))}
                  value={role}
                  onChange={(next) => next && change.mutate({ person: person.id, role: next as Grantable })}
                />
              ) : (
                organizationTexts.roles[role]
              ),
          },
          { label: texts.since, cell: (member) => <Time at={member.since} /> },
          {
            label: '',
            align: 'right',
            cell: ({ person, role }) =>
              mayChange && role !== 'owner' && person.id !== me.id ? (
                <ConfirmButton
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  label={texts.remove}
                  text={texts.removeText}
                  act={() => api.removeMember({ params: params(person.id) }).then(refresh)}
                />
              ) : null,
          },
        ]}
      />
    </>
  )
}

function Invitations({ org }: { org: string }) {
  const client = useQueryClient()
  const { items, more } = usePaged(invitationsQuery(org))
  if (items.length === 0) return null
  return (
    <Section flush title={texts.open}>
      <Rows
        caption={texts.open}
        items={items}
        more={more}
        keyOf={(invitation) => invitation.id}
        columns={[
          { label: texts.email, cell: (invitation) => invitation.email },
          { label: texts.role, cell: (invitation) => organizationTexts.roles[invitation.role] },
          { label: texts.expires, cell: (invitation) => <Time at={invitation.expiresAt} /> },
          {
            label: '',
            align: 'right',
            cell: (invitation) => (
              <ConfirmButton
                size="compact-sm"
                variant="subtle"
                color="red"
                label={texts.remove}
                text={invitation.email}
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
