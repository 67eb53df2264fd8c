import { Group, Text } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Boundary } from '../components/boundary.tsx'
import { CredentialMarks } from '../components/credential-marks.tsx'
import { Empty } from '../components/empty.tsx'
import { LinkButton } from '../components/link-button.tsx'
import { Rows, rowStyles } from '../components/rows.tsx'
import { Section } from '../components/section.tsx'
import { Time } from '../components/time.tsx'
import { useOrganization } from '../queries/current-organization.ts'
import { usePaged } from '../queries/paged.ts'
import { tenantsQuery } from '../queries/tenants.ts'
import { shell } from '../texts/shell.ts'
import { tenantTexts } from '../texts/tenants.ts'

const { columns } = tenantTexts

export function TenantsPage() {
  const organization = useOrganization()
  if (!organization) return null
  return (
    <Section flush title={tenantTexts.title} lead={tenantTexts.lead}>
      <Boundary of={organization.id}>
        <Tenants org={organization.id} />
      </Boundary>
    </Section>
  )
}

function Tenants({ org }: { org: string }) {
  const { items, more } = usePaged(tenantsQuery(org))
  if (items.length === 0) {
    const icon = <IconPlugConnected size={26} stroke={1.5} />
    const action = <LinkButton to="/manage/tenants/new">{tenantTexts.new}</LinkButton>
    return <Empty title={tenantTexts.empty} text={tenantTexts.emptyText} icon={icon} action={action} />
  }
  return (
    <Rows
      caption={tenantTexts.title}
      items={items}
      more={more}
      keyOf={(tenant) => tenant.id}
      columns={[
        {
          label: columns.name,
          cell: (tenant) => (
            <Link to="/manage/tenants/$tenantId" params={{ tenantId: tenant.id }} className={rowStyles.link}>
              {tenant.name}
            </Link>
          ),
        },
        { label: columns.system, cell: (tenant) => shell.variant[tenant.variant] },
        {
          label: columns.address,
          cell: (tenant) => (
            <div>
              <Text size="sm">{tenant.hostName}</Text>
              <Text size="xs" c="dimmed">
                {tenant.apiUrl}
              </Text>
            </div>
          ),
        },
        {
          label: columns.credentials,
          cell: (tenant) => (
            <Group gap={6}>
              <CredentialMarks tenant={tenant} />
            </Group>
          ),
        },
        { label: columns.since, cell: (tenant) => <Time at={tenant.createdAt} /> },
      ]}
    />
  )
}
