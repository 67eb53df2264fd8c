import { Alert, Group, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { StateBadge } from '../../parts/state/state-badge.tsx'
import { peopleQuery, useCreateResetLink, useDisablePerson, useEnablePerson } from '../../queries/accounts/people.ts'
import { usePaged } from '../../queries/client/paged.ts'
import { defaultOrders } from '../../queries/default-orders.ts'
import { useMe } from '../../queries/session/current-organization.ts'
import { useMay } from '../../queries/session/may.ts'
import { operate } from '../../texts/operate.ts'
import { ConfirmButton } from '../../ui/action/confirm-button.tsx'
import { FilterSelect } from '../../ui/list/filter-select.tsx'
import { ListRows } from '../../ui/list/list-rows.tsx'
import { ListSection } from '../../ui/list/list-section.tsx'
import { RowButtons } from '../../ui/list/row-buttons.tsx'
import { useAddress } from '../../ui/list/use-address.ts'
import { useSorting } from '../../ui/list/use-sorting.ts'
import { CopyLine } from '../../ui/text/copy-line.tsx'
import { Named } from '../../ui/text/named.tsx'
import { Time } from '../../ui/text/time.tsx'
import { PlatformRoleChoice } from './platform-role.tsx'

const texts = operate.people

export function OperatePeople() {
  return (
    <ListSection
      list="people"
      narrowedBy={['role']}
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
    </ListSection>
  )
}

function People() {
  const { person: me } = useMe()
  const [link, setLink] = useState<string>()
  const { words } = useAddress()
  const sorting = useSorting(defaultOrders.people, ['name', 'platformRole', 'organizations', 'createdAt'])
  const { items, more } = usePaged(peopleQuery({ q: words.q, platformRole: words.role }), sorting)
  const enable = useEnablePerson()
  const disable = useDisablePerson()
  const createLink = useCreateResetLink()
  const mayChange = useMay('changePerson')
  const others = mayChange ? undefined : ''
  const mayReset = useMay('createResetLink')
  const mayEnable = useMay('enablePerson')
  const mayDisable = useMay('disablePerson')
  return (
    <>
      <Modal opened={link !== undefined} onClose={() => setLink(undefined)} title={texts.reset} centered>
        <Stack gap="md">
          <Alert color="clay">{texts.resetShown}</Alert>
          <CopyLine value={link ?? ''} label={texts.link} />
        </Stack>
      </Modal>
      <ListRows
        empty={{ title: texts.empty }}
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
            cell: (person) => <PlatformRoleChoice person={person} fixed={person.id === me.id ? texts.own : others} />,
          },
          { label: texts.organizations, sort: '-organizations', cell: (person) => person.organizations },
          { label: texts.since, sort: '-createdAt', cell: (person) => <Time at={person.createdAt} /> },
          {
            label: '',
            align: 'right',
            cell: ({ id, email, disabledAt }) =>
              id === me.id ? null : (
                <RowButtons>
                  {mayReset ? (
                    <ConfirmButton
                      size="compact-sm"
                      variant="subtle"
                      label={texts.reset}
                      of={email}
                      text={texts.resetText}
                      act={() => createLink.mutateAsync(id).then((made) => setLink(made.link))}
                    />
                  ) : null}
                  {(disabledAt ? mayEnable : mayDisable) ? (
                    <ConfirmButton
                      size="compact-sm"
                      variant="subtle"
                      {...(disabledAt ? {} : { color: 'red' })}
                      label={disabledAt ? texts.enable : texts.disable}
                      of={email}
                      text={disabledAt ? texts.enableText : texts.disableText}
                      done={disabledAt ? texts.enabled(email) : texts.disabled(email)}
                      undo={() => (disabledAt ? disable : enable).mutateAsync(id)}
                      act={() => (disabledAt ? enable : disable).mutateAsync(id)}
                    />
                  ) : null}
                </RowButtons>
              ),
          },
        ]}
      />
    </>
  )
}
