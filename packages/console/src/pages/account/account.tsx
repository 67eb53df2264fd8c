import { Badge, Button, PasswordInput, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { formatExact } from '../../lib/format.ts'
import { problemAt } from '../../lib/problem-at.ts'
import { api } from '../../queries/api.ts'
import { useMe } from '../../queries/current-organization.ts'
import { sessionsQuery } from '../../queries/organizations.ts'
import { usePaged } from '../../queries/paged.ts'
import { common } from '../../texts/common.ts'
import { organizationTexts } from '../../texts/organization.ts'
import { RenameButton } from '../../ui/action/rename-button.tsx'
import { Boundary } from '../../ui/feedback/boundary.tsx'
import { FailureNote } from '../../ui/feedback/failure.tsx'
import { Empty } from '../../ui/layout/empty.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { AddressInput } from '../../ui/list/address-input.tsx'
import { Rows } from '../../ui/list/rows.tsx'
import { useAddress } from '../../ui/list/use-address.ts'
import { useSorting } from '../../ui/list/use-sorting.ts'
import { Time } from '../../ui/text/time.tsx'
import { OwnOrganizations } from './own-organizations.tsx'

const texts = organizationTexts.account

export function AccountPage() {
  const { person } = useMe()
  const client = useQueryClient()
  const { words } = useAddress()
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
        <OwnOrganizations />
        <Section title={texts.password}>
          <PasswordForm />
        </Section>
        <Section flush title={texts.sessions} actions={<AddressInput label={texts.searchSessions} word="q" />}>
          <Boundary of={JSON.stringify(words)}>
            <Sessions q={words.q} />
          </Boundary>
        </Section>
      </Stack>
    </>
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

function Sessions({ q }: { q: string | undefined }) {
  const client = useQueryClient()
  const sorting = useSorting('-createdAt', ['browser', 'address', 'createdAt'])
  const { items, more } = usePaged(sessionsQuery(q), sorting)
  const end = useMutation({
    mutationFn: (id: string) => api.endSession({ params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['sessions'] }),
  })
  if (items.length === 0) return <Empty small title={common.noMatch} />
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
          sort: 'browser',
          cell: (session) => <span title={session.userAgent ?? ''}>{session.browser ?? '–'}</span>,
        },
        { label: texts.address, sort: 'address', cell: (session) => session.address ?? '–' },
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
              <Button
                size="compact-sm"
                variant="subtle"
                color="red"
                aria-label={common.of(texts.end, texts.session(session.browser ?? '–', formatExact(session.createdAt)))}
                onClick={() => end.mutate(session.id)}
              >
                {texts.end}
              </Button>
            ),
        },
      ]}
    />
  )
}
