import { Alert, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Boundary } from '../components/boundary.tsx'
import { ConfirmButton } from '../components/confirm-button.tsx'
import { CopyLine } from '../components/copy-line.tsx'
import { Empty } from '../components/empty.tsx'
import { FailureNote } from '../components/failure.tsx'
import { FilterInput } from '../components/filter-input.tsx'
import { Rows } from '../components/rows.tsx'
import { Section } from '../components/section.tsx'
import { Time } from '../components/time.tsx'
import { api } from '../queries/api.ts'
import { useMe } from '../queries/current-organization.ts'
import { peopleQuery } from '../queries/organizations.ts'
import { usePaged } from '../queries/paged.ts'
import { operate } from '../texts/operate.ts'

const route = getRouteApi('/shell/operate/people')
const texts = operate.people
type PlatformRole = 'moderator' | 'operator' | null

export function OperatePeople() {
  const { q } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Section
      flush
      title={texts.title}
      actions={
        <FilterInput
          label={texts.search}
          value={q}
          onChange={(next) => void navigate({ replace: true, search: next ? { q: next } : {} })}
        />
      }
    >
      <Boundary of={q ?? ''}>
        <People q={q} />
      </Boundary>
    </Section>
  )
}

function People({ q }: { q: string | undefined }) {
  const client = useQueryClient()
  const { person: me } = useMe()
  const [link, setLink] = useState<string>()
  const { items, more } = usePaged(peopleQuery(q))
  const refresh = () => client.invalidateQueries({ queryKey: ['people'] })
  const change = useMutation({
    mutationFn: ({ id, platformRole }: { id: string; platformRole: PlatformRole }) =>
      api.changePerson({ params: { id }, body: { platformRole } }),
    onSuccess: refresh,
  })
  if (items.length === 0) return <Empty title={texts.empty} />
  return (
    <>
      <FailureNote failure={change.error} />
      <Modal opened={link !== undefined} onClose={() => setLink(undefined)} title={texts.reset} centered>
        <Stack gap="md">
          <Alert color="clay">{texts.resetShown}</Alert>
          <CopyLine value={link ?? ''} label={texts.link} />
        </Stack>
      </Modal>
      <Rows
        caption={texts.title}
        items={items}
        more={more}
        keyOf={(person) => person.id}
        columns={[
          {
            label: texts.person,
            cell: (person) => (
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
            cell: (person) => (
              <Select
                size="xs"
                w={130}
                aria-label={`${texts.role}: ${person.name}`}
                disabled={person.id === me.id}
                allowDeselect={false}
                data={[
                  { value: '', label: texts.none },
                  { value: 'moderator', label: texts.moderator },
                  { value: 'operator', label: texts.operator },
                ]}
                value={person.platformRole ?? ''}
                onChange={(next) => change.mutate({ id: person.id, platformRole: (next || null) as PlatformRole })}
              />
            ),
          },
          { label: texts.organizations, cell: (person) => person.organizations },
          { label: texts.since, cell: (person) => <Time at={person.createdAt} /> },
          {
            label: '',
            align: 'right',
            cell: ({ id, disabledAt }) =>
              id === me.id ? null : (
                <Group gap={4} justify="flex-end" wrap="nowrap">
                  <ConfirmButton
                    size="compact-sm"
                    variant="subtle"
                    label={texts.reset}
                    text={texts.resetText}
                    act={() => api.createResetLink({ params: { id } }).then((made) => setLink(made.link))}
                  />
                  <ConfirmButton
                    size="compact-sm"
                    variant="subtle"
                    {...(disabledAt ? {} : { color: 'red' })}
                    label={disabledAt ? texts.enable : texts.disable}
                    text={disabledAt ? texts.enableText : texts.disableText}
                    act={() =>
                      (disabledAt ? api.enablePerson({ params: { id } }) : api.disablePerson({ params: { id } })).then(
                        refresh,
                      )
                    }
                  />
                </Group>
              ),
          },
        ]}
      />
    </>
  )
}
