import { Alert, Badge, Group, Stack, Text } from '@mantine/core'
import { listingFacts, listingMachine, mayMove } from '@mkt/contract/states'
import { IconAlertTriangle, IconRocket } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Granted } from '../../parts/access/granted.tsx'
import { AppLogo } from '../../parts/listing/app-logo.tsx'
import { Screenshots } from '../../parts/listing/listing-pictures.tsx'
import { SuspendListing } from '../../parts/listing/suspend-listing.tsx'
import { VerifiedMark } from '../../parts/listing/verified-marks.tsx'
import { Asks } from '../../parts/release/asks.tsx'
import { Risks } from '../../parts/release/risks.tsx'
import { TrustPanel } from '../../parts/trust/trust-panel.tsx'
import { useInstalled } from '../../queries/installation/installed.ts'
import { listingQuery } from '../../queries/listing/listings.ts'
import { releaseQuery } from '../../queries/release/releases.ts'
import { useLaunchGrant } from '../../queries/session/grant.ts'
import { browse } from '../../texts/browse.ts'
import { trust } from '../../texts/trust.ts'
import { LinkButton } from '../../ui/action/link-button.tsx'
import { Boundary } from '../../ui/feedback/boundary.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Prose } from '../../ui/text/prose.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { ConformanceTag } from './conformance-tag.tsx'
import { ListingFacts } from './listing-facts.tsx'
import { ListingReleases } from './listing-releases.tsx'
import { SimilarListings } from './similar-listings.tsx'

const route = getRouteApi('/shell/browse/$listingId')

export function ListingPage() {
  const { listingId } = route.useParams()
  const { data: listing } = useSuspenseQuery(listingQuery(listingId))
  const launching = useLaunchGrant(listing)
  const installed = useInstalled().has(listingId)
  const launchLabel = listing.own && !listingFacts(listing.state).shown ? browse.testLaunch : browse.launch
  const releaseId = (listing.own ? listing.currentReleaseId : null) ?? listing.promotedReleaseId
  return (
    <>
      <PageHeader
        icon={<AppLogo listing={listing} size={64} />}
        crumbs={<Link to="/browse">{browse.title}</Link>}
        title={listing.title}
        lead={
          <>
            {listing.summary}
            <Group gap={6} mt={8}>
              <VerifiedMark listing={listing} />
              {installed ? (
                <Badge variant="light" radius="sm" tt="none" fw={600}>
                  {browse.isInstalled}
                </Badge>
              ) : null}
              {listing.sample ? <Tag>{browse.sample}</Tag> : null}
              {releaseId ? <ConformanceTag releaseId={releaseId} /> : null}
            </Group>
          </>
        }
        actions={
          <>
            <SuspendListing listing={listing} />
            {listing.own ? (
              <LinkButton variant="default" to="/publish/$listingId" params={{ listingId }}>
                {browse.edit}
              </LinkButton>
            ) : null}
            {listing.launchable && releaseId ? (
              <Granted grant={launching} label={launchLabel} leftSection={<IconRocket size={17} />}>
                <LinkButton to="/launch/$listingId" params={{ listingId }} leftSection={<IconRocket size={17} />}>
                  {launchLabel}
                </LinkButton>
              </Granted>
            ) : null}
          </>
        }
      />
      {mayMove(listingMachine, listing.state, 'reinstate') ? (
        <Alert color="red" mb="lg" icon={<IconAlertTriangle size={18} />} title={browse.suspended}>
          {listing.suspendedReason}
        </Alert>
      ) : null}
      <Columns>
        <Stack gap="lg">
          <Section title={browse.about}>
            {listing.aboutHtml ? <Prose html={listing.aboutHtml} /> : <Text c="dimmed">{browse.noText}</Text>}
          </Section>
          {listing.screenshots.length > 0 ? (
            <Section title={browse.screenshots}>
              <Screenshots listing={listing} />
            </Section>
          ) : null}
          <Section title={browse.requirements}>
            {listing.requirementsHtml ? (
              <Prose html={listing.requirementsHtml} />
            ) : (
              <Text c="dimmed">{browse.noText}</Text>
            )}
          </Section>
          {releaseId ? (
            <Section title={browse.asks} lead={browse.asksLead}>
              <Boundary>
                <AsksOfRelease id={releaseId} />
              </Boundary>
            </Section>
          ) : null}
          {releaseId ? (
            <Section title={trust.title} lead={trust.lead}>
              <Boundary>
                <TrustPanel of="release" id={releaseId} />
              </Boundary>
            </Section>
          ) : null}
        </Stack>
        <Stack gap="lg">
          <Section title={browse.facts}>
            <ListingFacts listing={listing} />
          </Section>
          <Boundary>
            <ListingReleases listingId={listing.id} />
          </Boundary>
          <Boundary>
            <SimilarListings listing={listing} />
          </Boundary>
        </Stack>
      </Columns>
    </>
  )
}

function AsksOfRelease({ id }: { id: string }) {
  const { data: release } = useSuspenseQuery(releaseQuery(id))
  return (
    <Stack gap="lg">
      <div>
        <Text fw={600} size="sm" mb={6}>
          {browse.inShort}
        </Text>
        <Risks manifest={release.manifest} />
      </div>
      <Asks manifest={release.manifest} />
    </Stack>
  )
}
