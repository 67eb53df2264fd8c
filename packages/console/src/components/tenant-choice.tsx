import { Button, Stack, Text } from '@mantine/core'
import type { Variant } from '@mkt/manifest'
import { IconPlugConnected, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { TenantForm } from '../forms/tenant-form.tsx'
import { usePaged } from '../queries/paged.ts'
import { tenantsQuery } from '../queries/tenants.ts'
import { launch } from '../texts/launch.ts'
import { Empty } from './empty.tsx'
import styles from './tenant-choice.module.css'

interface Props {
  org: string
  variant: Variant
  chosen: string | null
  onChoose: (tenantId: string) => void
}

export function TenantChoice({ org, variant, chosen, onChoose }: Props) {
  const { items } = usePaged(tenantsQuery(org))
  const [adding, setAdding] = useState(false)
  const fitting = items.filter((tenant) => tenant.variant === variant)
  if (adding) {
    return (
      <TenantForm
        org={org}
        variant={variant}
        onCancel={() => setAdding(false)}
        onDone={(tenant) => {
          setAdding(false)
          onChoose(tenant.id)
        }}
      />
    )
  }
  const add = (
    <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      {launch.connect.new}
    </Button>
  )
  if (fitting.length === 0) {
    const icon = <IconPlugConnected size={26} stroke={1.5} />
    return <Empty title={launch.connect.empty} text={launch.connect.emptyText} icon={icon} action={add} />
  }
  return (
    <Stack gap="md">
      <Text c="dimmed">{launch.connect.lead}</Text>
      <div className={styles.choices} role="radiogroup" aria-label={launch.connect.chosen}>
        {fitting.map((tenant) => (
          // biome-ignore lint/a11y/useSemanticElements: a whole card is the choice
          <button
            key={tenant.id}
            type="button"
            role="radio"
            aria-checked={tenant.id === chosen}
            className={styles.choice}
            onClick={() => onChoose(tenant.id)}
          >
            <Text fw={600}>{tenant.name}</Text>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {tenant.hostName || tenant.apiUrl}
            </Text>
          </button>
        ))}
      </div>
      <div>{add}</div>
    </Stack>
  )
}
