import { Stack, Text } from '@mantine/core'
import { usePaged } from '../../../queries/client/paged.ts'
import { registrationsQuery } from '../../../queries/installation/tenants.ts'
import { common } from '../../../texts/common.ts'
import { tenantTexts } from '../../../texts/tenants.ts'
import { MoreButton } from '../../../ui/list/more-button.tsx'
import type { Sorting } from '../../../ui/list/use-sorting.ts'
import { RegistrationItem } from './registration-item.tsx'

interface Props {
  tenantId: string
  filter: { q?: string | undefined; state?: string | undefined }
  sorting: Sorting
}

/** What the platform registered in the tenant, by installation, and what the last check found. */
export function Registrations({ tenantId, filter, sorting }: Props) {
  const { items, more } = usePaged(registrationsQuery(tenantId, filter), sorting)
  if (items.length === 0) {
    return <Text c="dimmed">{filter.q || filter.state ? common.noMatch : tenantTexts.nothingRegistered}</Text>
  }
  return (
    <Stack gap="md">
      {items.map((item) => (
        <RegistrationItem key={item.installationId} item={item} />
      ))}
      <MoreButton more={more} />
    </Stack>
  )
}
