import { Group, Select, Text } from '@mantine/core'
import { IconRocket } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Boundary } from '../components/boundary.tsx'
import { Empty } from '../components/empty.tsx'
import { LinkButton } from '../components/link-button.tsx'
import { ListingIcon } from '../components/listing-icon.tsx'
import { Rows, rowStyles } from '../components/rows.tsx'
import { Section } from '../components/section.tsx'
import { StateBadge } from '../components/state-badge.tsx'
import { Tag } from '../components/tag.tsx'
import { Time } from '../components/time.tsx'
import { useOrganization } from '../queries/current-organization.ts'
import { type Installation, installationsQuery } from '../queries/installations.ts'
import { usePaged } from '../queries/paged.ts'
import { manage } from '../texts/manage.ts'
import { shell } from '../texts/shell.ts'

const route = getRouteApi('/shell/manage/')
const states = ['RUNNING', 'PENDING', 'STARTING', 'REGISTERING', 'ERROR', 'STOPPED', 'UNINSTALLED']

export function InstallationsPage() {
  const organization = useOrganization()
  const { state } = route.useSearch()
  const navigate = route.useNavigate()
  if (!organization) return null
  return (
    <Section
      flush
      title={manage.tabs.installations}
      actions={
        <Select
          size="sm"
          w={170}
          aria-label={manage.stateFilter}
          placeholder={manage.anyState}
          clearable
          data={states.map((value) => ({ value, label: shell.states[value] ?? value }))}
          value={state ?? null}
          onChange={(next) => void navigate({ search: next ? { state: next } : {} })}
        />
      }
    >
      <Boundary of={`${organization.id} ${state}`}>
        <Installations org={organization.id} state={state} />
      </Boundary>
    </Section>
  )
}

function App({ installation }: { installation: Installation }) {
  return (
    <Group gap={12} wrap="nowrap">
      <ListingIcon listing={installation.listing} size={34} />
      <div>
        <Link
          to="/manage/installations/$installationId"
          params={{ installationId: installation.id }}
          className={rowStyles.link}
        >
          {installation.listing.title}
        </Link>{' '}
        {installation.test ? <Tag>{manage.test}</Tag> : null}
        <Text size="xs" c="dimmed">
          {installation.listing.name}
        </Text>
      </div>
    </Group>
  )
}

function Installations({ org, state }: { org: string; state: string | undefined }) {
  const { items, more } = usePaged(installationsQuery(org, state ? { state } : {}))
  // What is gone is only shown when asked for.
  const shown = state ? items : items.filter((one) => one.state !== 'UNINSTALLED')
  if (shown.length === 0) {
    const icon = <IconRocket size={26} stroke={1.5} />
    if (state) return <Empty title={manage.emptyFiltered} icon={icon} />
    const action = <LinkButton to="/browse">{manage.browse}</LinkButton>
    return <Empty title={manage.empty} text={manage.emptyText} icon={icon} action={action} />
  }
  return (
    <Rows
      caption={manage.tabs.installations}
      items={shown}
      more={more}
      keyOf={(installation) => installation.id}
      columns={[
        { label: manage.columns.app, cell: (installation) => <App installation={installation} /> },
        { label: manage.columns.tenant, cell: (installation) => installation.tenant?.name ?? '–' },
        { label: manage.columns.state, cell: (installation) => <StateBadge state={installation.state} /> },
        {
          label: manage.columns.release,
          cell: (installation) => (
            <Group gap={6}>
              <Tag mono>{installation.release.version}</Tag>
              {installation.pinned ? <Tag>{manage.pinned}</Tag> : null}
            </Group>
          ),
        },
        { label: manage.columns.since, cell: (installation) => <Time at={installation.createdAt} /> },
      ]}
    />
  )
}
