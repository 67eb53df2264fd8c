import { Text } from '@mantine/core'
import { IconRocket } from '@tabler/icons-react'
import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { NotForYou } from '../../../parts/access/only-for.tsx'
import { AppLogo } from '../../../parts/listing/app-logo.tsx'
import { configurationQuery } from '../../../queries/installation/configurations.ts'
import { type Listing, listingQuery } from '../../../queries/listing/listings.ts'
import { releaseQuery } from '../../../queries/release/releases.ts'
import { useOrganization } from '../../../queries/session/current-organization.ts'
import { ownedBy, useMay, useMayLaunch } from '../../../queries/session/may.ts'
import { browse } from '../../../texts/browse.ts'
import { launch } from '../../../texts/launch.ts'
import { LinkButton } from '../../../ui/action/link-button.tsx'
import { Empty } from '../../../ui/layout/empty.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { LaunchWizard } from './launch-wizard.tsx'

const route = getRouteApi('/shell/launch/$listingId')

export function LaunchPage() {
  const { listingId } = route.useParams()
  const { release, copy, real: asked } = route.useSearch()
  const organization = useOrganization()
  const { data: listing } = useSuspenseQuery(listingQuery(listingId))
  const mayLaunch = useMayLaunch(listing)
  const mayForReal = useMay('launchForReal', ownedBy(organization))
  if (!mayLaunch) return <NotForYou text={launch.notForYou} />
  const own = listing.organization.id === organization?.id
  const testing = own && asked === undefined
  // A test takes what is live; everything else what was promoted.
  const releaseId =
    release ?? (testing ? (listing.currentReleaseId ?? listing.promotedReleaseId) : listing.promotedReleaseId)
  return (
    <>
      <PageHeader
        icon={<AppLogo listing={listing} size={52} />}
        crumbs={
          <>
            <Link to="/browse">{browse.title}</Link> ›
            <Link to="/browse/$listingId" params={{ listingId }}>
              {listing.title}
            </Link>
          </>
        }
        title={testing ? launch.testTitle(listing.title) : launch.title(listing.title)}
        lead={<Text size="sm">{copy ? launch.copied : launch.kept}</Text>}
        actions={
          own && mayForReal && listing.promotedReleaseId ? (
            <LinkButton
              variant="default"
              to="/launch/$listingId"
              params={{ listingId }}
              search={{ ...(copy ? { copy } : {}), ...(testing ? { real: 'yes' } : {}) }}
            >
              {testing ? launch.real : launch.test}
            </LinkButton>
          ) : null
        }
      />
      {releaseId && organization ? (
        copy ? (
          <Copying
            key={`${organization.id} ${copy}`}
            listing={listing}
            releaseId={releaseId}
            org={organization.id}
            copy={copy}
          />
        ) : (
          <OfRelease
            key={`${organization.id} ${releaseId}`}
            listing={listing}
            releaseId={releaseId}
            org={organization.id}
          />
        )
      ) : (
        <Section>
          <Empty title={launch.noRelease} text={launch.noReleaseText} icon={<IconRocket size={26} stroke={1.5} />} />
        </Section>
      )}
    </>
  )
}

interface Launching {
  listing: Listing
  releaseId: string
  org: string
}

function OfRelease({ listing, releaseId, org }: Launching) {
  const { data: release } = useSuspenseQuery(releaseQuery(releaseId))
  return <LaunchWizard listing={listing} org={org} release={release} />
}

function Copying({ listing, releaseId, org, copy }: Launching & { copy: string }) {
  const [{ data: release }, { data: copied }] = useSuspenseQueries({
    queries: [releaseQuery(releaseId), configurationQuery(copy)],
  })
  return <LaunchWizard listing={listing} org={org} release={release} copied={copied} />
}
