import { Alert, Group, Modal, Select, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmButton } from '../components/confirm-button.tsx'
import { CopyLine } from '../components/copy-line.tsx'
import { Empty } from '../components/empty.tsx'
import { FailureNote } from '../components/failure.tsx'
import { FilterSelect } from '../components/filter-select.tsx'
import { Named } from '../components/named.tsx'
import { Rows } from '../components/rows.tsx'
import { SearchedSection } from '../components/searched-section.tsx'
import { StateBadge } from '../components/state-badge.tsx'
import { Time } from '../components/time.tsx'
import { useAddress } from '../components/use-address.ts'
import { useSorting } from '../components/use-sorting.ts'
import { api } from '../queries/api.ts'
import { useMe } from '../queries/current-organization.ts'
import { peopleQuery } from '../queries/organizations.ts'
import { usePaged } from '../queries/paged.ts'
import { operate } from '../texts/operate.ts'
import { shell } from '../texts/shell.ts'

const texts = operate.people
type PlatformRole = 'moderator' | 'operator' | null

export function OperatePeople() {
  return (
    <SearchedSection
      title={texts.title}
      search={texts.search}
      filters={
        <FilterSelect
          label={texts.role}
          any={texts.anyRole}
          options={[
            { value: 'moderator', label: texts.moderator },
            { value: 'operator', label: texts.operator },
            { value: 'none', label: texts.noRole },
          ]}
          word="role"
        />
      }
    >
      <People />
    </SearchedSection>
  )
}

function People() {
  const client = useQueryClient()
  const { person: me } = useMe()
  const [link, setLink] = useState<string>()
  const { words } = useAddress()
  const sorting = useSorting('-createdAt', ['name', 'platformRole', 'organizations', 'createdAt'])
  const { items, more } = usePaged(peopleQuery({ q: words.q, platformRole: words.role }), sorting)
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
        sorting={sorting}
        keyOf={(person) => person.id}
        columns={[
          {
            label: texts.person,
            sort: 'name',
            width: '32%',
            cell: ({ name, email, disabledAt }) => (
              <Group gap="xs">
                <Named name={name} detail={email} />
                {disabledAt ? <StateBadge state="DISABLED" size="sm" /> : null}
              </Group>
            ),
          },
          {
            label: texts.role,
            sort: 'platformRole',
            cell: (person) => (
              <Select
                size="xs"
                w={130}
                aria-label={shell.of(texts.role, person.name)}
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
          { label: texts.organizations, sort: '-organizations', cell: (person) => person.organizations },
          { label: texts.since, sort: '-createdAt', cell: (person) => <Time at={person.createdAt} /> },
          {
            label: '',
            align: 'right',
            cell: ({ id, email, disabledAt }) =>
              id === me.id ? null : (
                <Group gap={4} justify="flex-end">
                  <ConfirmButton
                    size="compact-sm"
                    variant="subtle"
                    label={texts.reset}
                    of={email}
                    text={texts.resetText}
                    act={() => api.createResetLink({ params: { id } }).then((made) => setLink(made.link))}
                  />
                  <ConfirmButton
                    size="compact-sm"
                    variant="subtle"
                    {...(disabledAt ? {} : { color: 'red' })}
                    label={disabledAt ? texts.enable : texts.disable}
                    of={email}
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
