import { Badge, Button, PasswordInput, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Boundary } from '../components/boundary.tsx'
import { ConfirmButton } from '../components/confirm-button.tsx'
import { Empty } from '../components/empty.tsx'
import { FailureNote } from '../components/failure.tsx'
import { NewOrganization } from '../components/new-organization.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { RenameButton } from '../components/rename-button.tsx'
import { Rows } from '../components/rows.tsx'
import { Section } from '../components/section.tsx'
import { Time } from '../components/time.tsx'
import { useSorting } from '../components/use-sorting.ts'
import { formatBrowser } from '../format.ts'
import { api } from '../queries/api.ts'
import { useMe } from '../queries/current-organization.ts'
import { sessionsQuery } from '../queries/organizations.ts'
import { usePaged } from '../queries/paged.ts'
import { problemAt } from '../queries/problem-at.ts'
import { organizationTexts } from '../texts/organization.ts'

const texts = organizationTexts.account

export function AccountPage() {
  const { person } = useMe()
  const client = useQueryClient()
  return (
    <>
      <PageHeader
        title={person.name}
        lead={person.email}
        actions={
          <RenameButton
            label={texts.rename}
            name={texts.name}
            value={person.name}
            pointer="/name"
            act={(name) =>
              api.changeProfile({ body: { name } }).then(() => client.invalidateQueries({ queryKey: ['me'] }))
            }
          />
        }
      />
      <Stack gap="lg">
        <Section flush title={texts.organizations} actions={<NewOrganization />}>
          <Organizations />
        </Section>
        <Section title={texts.password}>
          <PasswordForm />
        </Section>
        <Section flush title={texts.sessions}>
          <Boundary>
            <Sessions />
          </Boundary>
        </Section>
      </Stack>
    </>
  )
}

function Organizations() {
  const { organizations } = useMe()
  const client = useQueryClient()
  const leave = (org: string) =>
    api.leaveOrganization({ params: { org } }).then(() => client.invalidateQueries({ queryKey: ['me'] }))
  if (organizations.length === 0) return <Empty small title={texts.noOrganization} />
  return (
    <Rows
      caption={texts.organizations}
      items={organizations}
      keyOf={(organization) => organization.id}
      columns={[
        { label: texts.organizationTitle, cell: (organization) => <Text fw={600}>{organization.title}</Text> },
        { label: texts.organizationName, long: true, cell: (organization) => organization.name },
        { label: organizationTexts.members.role, cell: (organization) => organizationTexts.roles[organization.role] },
        {
          label: '',
          align: 'right',
          cell: (organization) =>
            organization.role === 'owner' ? null : (
              <ConfirmButton
                size="compact-sm"
                variant="subtle"
                color="red"
                label={texts.leave}
                text={texts.leaveText}
                act={() => leave(organization.id)}
              />
            ),
        },
      ]}
    />
  )
}

function PasswordForm() {
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const change = useMutation({
    mutationFn: () => api.changePassword({ body: { currentPassword, newPassword } }),
    onSuccess: () => {
      setCurrent('')
      setNew('')
      notifications.show({ message: texts.changed, color: 'pine' })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md" maw={380}>
        <FailureNote failure={change.error} />
        <PasswordInput
          label={texts.current}
          autoComplete="current-password"
          value={currentPassword}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <PasswordInput
          label={texts.next}
          description={texts.nextHint}
          autoComplete="new-password"
          value={newPassword}
          error={problemAt(change.error, '/newPassword')}
          onChange={(event) => setNew(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" loading={change.isPending}>
            {texts.change}
          </Button>
        </div>
      </Stack>
    </form>
  )
}

function Sessions() {
  const client = useQueryClient()
  const sorting = useSorting('-createdAt', ['createdAt'])
  const { items, more } = usePaged(sessionsQuery, sorting)
  const end = useMutation({
    mutationFn: (id: string) => api.endSession({ params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['sessions'] }),
  })
  return (
    <Rows
      caption={texts.sessions}
      items={items}
      more={more}
      sorting={sorting}
      keyOf={(session) => session.id}
      columns={[
        {
          label: texts.browser,
          cell: (session) => <span title={session.userAgent ?? ''}>{formatBrowser(session.userAgent ?? '–')}</span>,
        },
        { label: texts.address, cell: (session) => session.address ?? '–' },
        { label: texts.since, sort: '-createdAt', cell: (session) => <Time at={session.createdAt} /> },
        {
          label: '',
          align: 'right',
          cell: (session) =>
            session.current ? (
              <Badge variant="light" radius="sm" tt="none">
                {texts.here}
              </Badge>
            ) : (
              <Button size="compact-sm" variant="subtle" color="red" onClick={() => end.mutate(session.id)}>
                {texts.end}
              </Button>
            ),
        },
      ]}
    />
  )
}
