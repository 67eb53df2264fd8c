import { Button, Group, Stack, Text } from '@mantine/core'
import type { Variant } from '@mkt/manifest'
import { IconPlugConnected, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { TenantForm } from '../../../forms/tenant-form.tsx'
import { ConnectionBadge } from '../../../parts/tenant/connection-badge.tsx'
import { SandboxButton } from '../../../parts/tenant/sandbox-button.tsx'
import { TestConnection } from '../../../parts/tenant/test-connection.tsx'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { alikeQuery } from '../../../queries/installation/installations.ts'
import { tenantsQuery } from '../../../queries/installation/tenants.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import { common } from '../../../texts/common.ts'
import { launch } from '../../../texts/launch.ts'
import { Empty } from '../../../ui/layout/empty.tsx'
import { AddressInput } from '../../../ui/list/address-input.tsx'
import { MoreButton } from '../../../ui/list/more-button.tsx'
import { OrderSelect } from '../../../ui/list/order-select.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import styles from './tenant-choice.module.css'

/** More than this get a choice of order. */
const FEW = 4

interface Props {
  org: string
  listingId: string
  variant: Variant
  chosen: string | null
  onChoose: (tenantId: string) => void
  /** Whether another tenant is being connected, in a form with buttons of its own. */
  adding: boolean
  onAdding: (adding: boolean) => void
}

export function TenantChoice({ org, listingId, variant, chosen, onChoose, adding, onAdding }: Props) {
  const { words } = useAddress()
  const sorting = useSorting(defaultOrders.tenants, ['name', 'createdAt'])
  const mayConnect = useMay('createTenant', ownedBy({ id: org }))
  const { items, more } = usePaged(tenantsQuery(org, { variant, q: words.q }), sorting)
  const only = items.length === 1 && more === undefined && !words.q ? items[0]?.id : undefined
  // There is nothing to choose between.
  useEffect(() => {
    if (chosen === null && only !== undefined) onChoose(only)
  }, [chosen, only, onChoose])
  const { data: alike } = useQuery(alikeQuery(org, listingId))
  const alikeOn = (tenantId: string) => alike?.filter((one) => one.tenantId === tenantId).length ?? 0
  const current = items.find(({ id }) => id === chosen)
  if (adding) {
    return (
      <TenantForm
        org={org}
        variant={variant}
        onCancel={() => onAdding(false)}
        onDone={(tenant) => {
          onAdding(false)
          onChoose(tenant.id)
        }}
      />
    )
  }
  const add = mayConnect ? (
    <>
      <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => onAdding(true)}>
        {items.length === 0 && !words.q ? launch.connect.first : launch.connect.new}
      </Button>
      <SandboxButton org={org} variant={variant} onDone={(tenant) => onChoose(tenant.id)} />
    </>
  ) : null
  if (items.length === 0 && !words.q) {
    const icon = <IconPlugConnected size={26} stroke={1.5} />
    return (
      <Empty
        title={launch.connect.empty}
        text={mayConnect ? launch.connect.emptyText : launch.connect.emptyForOthers}
        icon={icon}
        action={<Group justify="center">{add}</Group>}
      />
    )
  }
  return (
    <Stack gap="md">
      <Text c="dimmed">{launch.connect.lead}</Text>
      {items.length > FEW || words.q ? (
        <Group gap="xs">
          <AddressInput label={launch.connect.search} word="q" />
          <OrderSelect sorting={sorting} options={launch.connect.orders} />
        </Group>
      ) : null}
      {items.length === 0 ? <Text c="dimmed">{common.noMatch}</Text> : null}
      <div className={styles.choices} role="radiogroup" aria-label={launch.connect.chosen}>
        {items.map((tenant) => (
          <label key={tenant.id} className={styles.choice}>
            <input type="radio" name="tenant" checked={tenant.id === chosen} onChange={() => onChoose(tenant.id)} />
            <span className={styles.words}>
              <span className={styles.name}>
                <Text component="span" fw={600}>
                  {tenant.name}
                </Text>
                <ConnectionBadge connection={tenant.connection} />
              </span>
              <Text component="span" size="sm" c="dimmed">
                {tenant.hostName || tenant.apiUrl}
              </Text>
              {alikeOn(tenant.id) > 0 ? (
                <Text component="span" size="sm" fw={600}>
                  {launch.connect.already(alikeOn(tenant.id))}
                </Text>
              ) : null}
            </span>
          </label>
        ))}
      </div>
      {current ? <TestConnection key={current.id} tenant={current} /> : null}
      <Group>
        {add}
        <MoreButton more={more} />
      </Group>
    </Stack>
  )
}
