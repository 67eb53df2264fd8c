import { Alert, Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Outlet } from '@tanstack/react-router'
import { ListingIcon } from '../../../parts/listing/listing-icon.tsx'
import { StateBadge } from '../../../parts/state/state-badge.tsx'
import { TenantLink } from '../../../parts/tenant/tenant-link.tsx'
import { installationQuery } from '../../../queries/installation/installations.ts'
import { useEnterOrganization } from '../../../queries/session/current-organization.ts'
import { useMay } from '../../../queries/session/may.ts'
import { manage } from '../../../texts/manage.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { Health, HealthNote } from './health.tsx'
import { InstallationMoves } from './installation-moves.tsx'
import { TunnelNote } from './tunnel-note.tsx'

const route = getRouteApi('/shell/manage/installations/$installationId')
const texts = manage.installation

/** One installation; its parts are pages below. */
export function InstallationPage() {
  const params = route.useParams()
  const { data: installation } = useSuspenseQuery(installationQuery(params.installationId))
  useEnterOrganization(installation.organizationId)
  const mayConfigure = useMay('getConfiguration', installation)
  const base = '/manage/installations/$installationId'
  return (
    <>
      <PageHeader
        icon={<ListingIcon listing={installation.listing} size={56} />}
        crumbs={<Link to="/manage">{manage.title}</Link>}
        title={installation.name}
        lead={
          <Group gap={6}>
            {installation.name === installation.listing.title ? null : `${installation.listing.title} · `}
            <TenantLink installation={installation} />
            <StateBadge state={installation.state} />
            <Health installation={installation} />
            <Tag mono>{installation.release.version}</Tag>
            {installation.test ? <Tag>{manage.test}</Tag> : null}
            {installation.pinned ? <Tag>{manage.pinned}</Tag> : null}
          </Group>
        }
        actions={<InstallationMoves installation={installation} />}
      />
      <TunnelNote installation={installation} />
      <HealthNote installation={installation} />
      {installation.warnings.map((warning) => (
        <Alert key={warning} color="clay" mb="md" icon={<IconAlertTriangle size={18} />}>
          {warning}
        </Alert>
      ))}
      <Tabs
        label={installation.name}
        tabs={[
          { label: texts.tabs.overview, to: base, params, exact: true },
          { label: texts.tabs.activity, to: `${base}/activity`, params },
          {
            label: texts.tabs.pricing,
            to: `${base}/pricing`,
            params,
            hidden: !mayConfigure || !installation.answers.includes('rater'),
          },
          {
            label: texts.tabs.trials,
            to: `${base}/trials`,
            params,
            hidden: !mayConfigure || installation.answers.length === 0,
          },
          { label: texts.tabs.configuration, to: `${base}/configuration`, params, hidden: !mayConfigure },
          { label: texts.tabs.trust, to: `${base}/trust`, params },
          { label: texts.tabs.access, to: `${base}/access`, params },
          { label: texts.tabs.log, to: `${base}/log`, params },
          { label: texts.tabs.ledger, to: `${base}/ledger`, params },
        ]}
      />
      <Outlet />
    </>
  )
}
