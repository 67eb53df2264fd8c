import { Group } from '@mantine/core'
import { IconRocket } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Outlet } from '@tanstack/react-router'
import { Granted } from '../../../parts/access/granted.tsx'
import { AppLogo } from '../../../parts/listing/app-logo.tsx'
import { StateBadge } from '../../../parts/state/state-badge.tsx'
import { listingQuery } from '../../../queries/listing/listings.ts'
import { useEnterOrganization } from '../../../queries/session/current-organization.ts'
import { useLaunchGrant } from '../../../queries/session/grant.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import { publish } from '../../../texts/publish.ts'
import { LinkButton } from '../../../ui/action/link-button.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'

const route = getRouteApi('/shell/publish/$listingId')

/** One listing seen by its publisher; its parts are pages below. */
export function OwnListingPage() {
  const params = route.useParams()
  const { data: listing } = useSuspenseQuery(listingQuery(params.listingId))
  useEnterOrganization(listing.organization.id)
  const owner = ownedBy(listing.organization)
  const launching = useLaunchGrant(listing)
  const mayListVariables = useMay('listVariables', owner)
  const maySeeUsage = useMay('getInstalls', owner)
  return (
    <>
      <PageHeader
        icon={<AppLogo listing={listing} size={56} />}
        crumbs={<Link to="/publish">{publish.title}</Link>}
        title={listing.title}
        lead={
          <Group gap="xs">
            {listing.name} <StateBadge state={listing.state} />
          </Group>
        }
        actions={
          <>
            <LinkButton variant="default" to="/browse/$listingId" params={params}>
              {publish.view}
            </LinkButton>
            {listing.launchable && listing.currentReleaseId ? (
              <Granted grant={launching} label={publish.testLaunch} leftSection={<IconRocket size={17} />}>
                <LinkButton to="/launch/$listingId" params={params} leftSection={<IconRocket size={17} />}>
                  {publish.testLaunch}
                </LinkButton>
              </Granted>
            ) : null}
          </>
        }
      />
      <Tabs
        label={listing.title}
        tabs={[
          { label: publish.tabs.overview, to: '/publish/$listingId', params, exact: true },
          { label: publish.tabs.details, to: '/publish/$listingId/details', params },
          { label: publish.tabs.manifest, to: '/publish/$listingId/manifest', params },
          { label: publish.tabs.releases, to: '/publish/$listingId/releases', params },
          { label: publish.tabs.findings, to: '/publish/$listingId/findings', params },
          { label: publish.tabs.deployments, to: '/publish/$listingId/deployments', params },
          { label: publish.tabs.usage, to: '/publish/$listingId/usage', params, hidden: !maySeeUsage },
          { label: publish.tabs.variables, to: '/publish/$listingId/variables', params, hidden: !mayListVariables },
        ]}
      />
      <Outlet />
    </>
  )
}
