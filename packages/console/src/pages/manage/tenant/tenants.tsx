import { Group, Text } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Granted } from '../../../parts/access/granted.tsx'
import { ConnectionBadge } from '../../../parts/tenant/connection-badge.tsx'
import { CredentialMarks } from '../../../parts/tenant/credential-marks.tsx'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { tenantsQuery } from '../../../queries/installation/tenants.ts'
import { useOrganization } from '../../../queries/session/current-organization.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { ownedBy } from '../../../queries/session/may.ts'
import { common } from '../../../texts/common.ts'
import { stateTexts } from '../../../texts/states.ts'
import { tenantTexts } from '../../../texts/tenants.ts'
import { LinkButton } from '../../../ui/action/link-button.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { ListRows } from '../../../ui/list/list-rows.tsx'
import { ListSection } from '../../../ui/list/list-section.tsx'
import { rowStyles } from '../../../ui/list/rows.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { useSorting } from '../../../ui/list/use-sorting.ts'
import { Time } from '../../../ui/text/time.tsx'

const { columns } = tenantTexts
const sorts = ['name', 'variant', 'createdAt']
const variants = Object.entries(stateTexts.variant).map(([value, label]) => ({ value, label }))

export function TenantsPage() {
  const organization = useOrganization()
  const { words } = useAddress()
  if (!organization) return null
  return (
    <ListSection
      list="tenants"
      of={organization.id}
      title={tenantTexts.title}
      lead={tenantTexts.lead}
      search={common.search}
      filters={<FilterSelect label={columns.variant} any={tenantTexts.anyVariant} options={variants} word="variant" />}
      narrowedBy={['variant']}
    >
      <Tenants org={organization.id} q={words.q} variant={words.variant} />
    </ListSection>
  )
}

interface Shown {
  org: string
  q: string | undefined
  variant: string | undefined
}

function Tenants({ org, q, variant }: Shown) {
  const sorting = useSorting(defaultOrders.tenants, sorts)
  const connecting = useGrant('createTenant', ownedBy({ id: org }))
  const { items, more } = usePaged(tenantsQuery(org, { q, variant }), sorting)
  const icon = <IconPlugConnected size={26} stroke={1.5} />
  const action = (
    <Granted grant={connecting} label={tenantTexts.new}>
      <LinkButton to="/manage/tenants/new" variant="default">
        {tenantTexts.new}
      </LinkButton>
    </Granted>
  )
  return (
    <ListRows
      empty={{ title: tenantTexts.empty, text: tenantTexts.emptyText, icon, action }}
      caption={tenantTexts.title}
      items={items}
      more={more}
      sorting={sorting}
      keyOf={(tenant) => tenant.id}
      columns={[
        {
          label: columns.name,
          sort: 'name',
          cell: (tenant) => (
            <Link to="/manage/tenants/$tenantId" params={{ tenantId: tenant.id }} className={rowStyles.link}>
              {tenant.name}
            </Link>
          ),
        },
        { label: columns.variant, sort: 'variant', cell: (tenant) => stateTexts.variant[tenant.variant] },
        {
          label: columns.address,
          long: true,
          cell: (tenant) => (
            <div>
              <Text size="sm">{tenant.hostName}</Text>
              <Text size="xs" c="dimmed">
                {tenant.apiUrl}
              </Text>
            </div>
          ),
        },
        { label: columns.state, cell: (tenant) => <ConnectionBadge connection={tenant.connection} /> },
        {
          label: columns.credentials,
          cell: (tenant) => (
            <Group gap={6}>
              <CredentialMarks credentials={tenant.credentials} />
            </Group>
          ),
        },
        { label: columns.since, sort: '-createdAt', cell: (tenant) => <Time at={tenant.createdAt} /> },
      ]}
    />
  )
}
