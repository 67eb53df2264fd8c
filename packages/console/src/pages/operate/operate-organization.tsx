import { Group, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { OnlyFor } from '../../parts/access/only-for.tsx'
import { Incidents } from '../../parts/installation/incidents.tsx'
import { StateBadge } from '../../parts/state/state-badge.tsx'
import { organizationQuery } from '../../queries/accounts/organizations.ts'
import { overviewQuery } from '../../queries/platform/overview.ts'
import { home } from '../../texts/home.ts'
import { operate } from '../../texts/operate.ts'
import { Boundary } from '../../ui/feedback/boundary.tsx'
import { Figures } from '../../ui/layout/figures.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Time } from '../../ui/text/time.tsx'
import { OrganizationInstallations } from './organization-installations.tsx'
import { OrganizationMembers } from './organization-members.tsx'
import { OrganizationSwitch } from './organization-switch.tsx'

const route = getRouteApi('/shell/operate/organizations/$org')
const texts = operate.organization

export function OperateOrganization() {
  return (
    <OnlyFor who="operator">
      <Shown />
    </OnlyFor>
  )
}

/** One organization as an operator sees it: what fails, what runs, and whom to write to. */
function Shown() {
  const { org } = route.useParams()
  const { data: organization } = useSuspenseQuery(organizationQuery(org))
  return (
    <>
      <PageHeader
        crumbs={<Link to="/operate/organizations">{operate.organizations.title}</Link>}
        title={organization.title}
        lead={
          <Group gap="xs">
            {organization.name} <StateBadge state={organization.disabledAt ? 'DISABLED' : 'ENABLED'} />
            <span>
              {operate.organizations.since} <Time at={organization.createdAt} />
            </span>
          </Group>
        }
        actions={<OrganizationSwitch organization={organization} />}
      />
      <Stack gap="lg">
        <Boundary>
          <Overview org={org} />
        </Boundary>
        <OrganizationInstallations org={org} />
        <OrganizationMembers org={org} />
      </Stack>
    </>
  )
}

function Overview({ org }: { org: string }) {
  const { data } = useSuspenseQuery(overviewQuery(org))
  const { installations, tenants, lastActivityAt, incidents } = data
  const { figures } = texts
  return (
    <Stack gap="lg">
      <Figures
        figures={[
          { name: figures.running, value: home.running.figures.of(installations.running, installations.total) },
          { name: figures.tenants, value: tenants },
          { name: figures.last, value: lastActivityAt ? <Time at={lastActivityAt} /> : figures.never },
        ]}
      />
      {incidents.length > 0 ? (
        <Incidents incidents={incidents} remedies={false} />
      ) : (
        <Section title={home.running.incidents}>
          <Text c="dimmed">{texts.well}</Text>
        </Section>
      )}
    </Stack>
  )
}
