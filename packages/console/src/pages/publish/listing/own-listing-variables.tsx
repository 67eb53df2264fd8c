import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import styles from '../../../forms/forms.module.css'
import { problemAt } from '../../../lib/problem-at.ts'
import { GrantedConfirm } from '../../../parts/access/granted-confirm.tsx'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { type Listing, listingQuery } from '../../../queries/listing/listings.ts'
import {
  useDeleteVariable,
  usePutVariable,
  useRestartListing,
  variablesQuery,
} from '../../../queries/listing/variables.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import { common } from '../../../texts/common.ts'
import { publish } from '../../../texts/publish.ts'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { FailureNote } from '../../../ui/feedback/failure.tsx'
import { Empty } from '../../../ui/layout/empty.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { AddressInput } from '../../../ui/list/address-input.tsx'
import { Rows } from '../../../ui/list/rows.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import { Time } from '../../../ui/text/time.tsx'

const route = getRouteApi('/shell/publish/$listingId')

export function OwnListingVariables() {
  const { listingId } = route.useParams()
  const { words } = useAddress()
  const { data: listing } = useSuspenseQuery(listingQuery(listingId))
  const mayPut = useMay('putVariable', ownedBy(listing.organization))
  const [stale, setStale] = useState(false)
  return (
    <Stack gap="lg">
      {stale ? <Restart listing={listing} onDone={() => setStale(false)} /> : null}
      {mayPut ? (
        <Section title={publish.variables.title} lead={publish.variables.lead}>
          <SetVariable listingId={listingId} onSet={() => setStale(true)} />
        </Section>
      ) : null}
      <Section
        flush
        title={publish.variables.list}
        actions={<AddressInput label={publish.variables.search} word="q" />}
      >
        <Boundary of={JSON.stringify(words)}>
          <Variables listing={listing} q={words.q} onRemoved={() => setStale(true)} />
        </Boundary>
      </Section>
    </Stack>
  )
}

/** Running containers keep the variables they started with: replacing them now is one click, and no request fails. */
function Restart({ listing, onDone }: { listing: Listing; onDone: () => void }) {
  const restart = useRestartListing(listing.id)
  const restarting = useGrant('restartListing', ownedBy(listing.organization))
  return (
    <Alert color="clay" role="status" title={publish.variables.stale}>
      <Stack gap="sm">
        {publish.variables.staleText}
        <Group>
          <GrantedConfirm
            grant={restarting}
            size="xs"
            label={publish.variables.restart}
            text={publish.variables.restartText}
            act={() => restart.mutateAsync().then(onDone)}
          />
        </Group>
      </Stack>
    </Alert>
  )
}

function SetVariable({ listingId, onSet }: { listingId: string; onSet: () => void }) {
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const set = usePutVariable(listingId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set.mutate(
      { name, value },
      {
        onSuccess: () => {
          setName('')
          setValue('')
          onSet()
        },
      },
    )
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <FailureNote failure={set.error} atFields />
        <Group align="flex-end" gap="sm">
          <TextInput
            className={styles.share}
            label={publish.variables.name}
            value={name}
            required
            withAsterisk={false}
            error={problemAt(set.error, '/name')}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <PasswordInput
            className={styles.share}
            label={publish.variables.value}
            value={value}
            error={problemAt(set.error, '/value')}
            autoComplete="new-password"
            onChange={(event) => setValue(event.currentTarget.value)}
          />
          <Button type="submit" loading={set.isPending}>
            {publish.variables.add}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface Shown {
  listing: Listing
  q: string | undefined
  onRemoved: () => void
}

function Variables({ listing, q, onRemoved }: Shown) {
  const remove = useDeleteVariable(listing.id)
  const removing = useGrant('deleteVariable', ownedBy(listing.organization))
  const sorting = useSorting(defaultOrders.variables, ['name', 'updatedAt'])
  const { items, more } = usePaged(variablesQuery(listing.id, q), sorting)
  if (items.length === 0) {
    const icon = <IconKey size={26} stroke={1.5} />
    if (q) return <Empty title={common.noMatch} icon={icon} />
    return <Empty title={publish.variables.empty} text={publish.variables.emptyText} icon={icon} />
  }
  return (
    <Rows
      caption={publish.variables.title}
      items={items}
      more={more}
      sorting={sorting}
      keyOf={(variable) => variable.name}
      columns={[
        {
          label: publish.variables.name,
          sort: 'name',
          cell: (variable) => <Text ff="monospace">{variable.name}</Text>,
        },
        { label: publish.variables.updated, sort: '-updatedAt', cell: (variable) => <Time at={variable.updatedAt} /> },
        {
          label: '',
          align: 'right',
          cell: (variable) => (
            <GrantedConfirm
              grant={removing}
              size="compact-sm"
              variant="subtle"
              color="red"
              label={publish.variables.remove}
              of={variable.name}
              text={publish.variables.removeText}
              act={() => remove.mutateAsync(variable.name).then(onRemoved)}
            />
          ),
        },
      ]}
    />
  )
}
