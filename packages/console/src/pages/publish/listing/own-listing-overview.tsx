import { Stack, Text } from '@mantine/core'
import { listingFacts, listingMachine, mayMove, releaseMachine, reviewMachine } from '@mkt/contract/states'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { usePaged } from '../../../queries/client/paged.ts'
import { defaultOrders } from '../../../queries/default-orders.ts'
import { type Listing, listingQuery } from '../../../queries/listing/listings.ts'
import { type Review, reviewsQuery } from '../../../queries/listing/reviews.ts'
import { releaseQuery, releasesQuery } from '../../../queries/release/releases.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import { publish } from '../../../texts/publish.ts'
import { LinkButton } from '../../../ui/action/link-button.tsx'
import { Boundary } from '../../../ui/feedback/boundary.tsx'
import { Columns } from '../../../ui/layout/columns.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { CopyLine } from '../../../ui/text/copy-line.tsx'
import { ListingMoves } from './listing-moves.tsx'
import { ListingReviews } from './listing-reviews.tsx'

const route = getRouteApi('/shell/publish/$listingId')

const awaitsApproval = ({ state }: Listing) => mayMove(listingMachine, state, 'approve')

function nextStep(listing: Listing, review: Review | undefined): string {
  return awaitsApproval(listing)
    ? publish.next.afterReview[review?.state ?? 'WITHDRAWN']
    : publish.next.inState[listing.state ?? 'null']
}

export function OwnListingOverview() {
  const { listingId } = route.useParams()
  const { data: listing } = useSuspenseQuery(listingQuery(listingId))
  return (
    <Columns>
      <Stack gap="lg">
        <Boundary>
          <Next listing={listing} />
        </Boundary>
      </Stack>
      <Section title={publish.lines.title}>
        <Stack gap="sm">
          <Line name={publish.lines.login} value="mkt login" />
          <Line name={publish.lines.init} value={listing.initCommand} />
          <Line name={publish.lines.deploy} value="mkt deploy" />
          <Line name={publish.lines.push} value={listing.pushAddress} />
        </Stack>
      </Section>
    </Columns>
  )
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <Text size="xs" c="dimmed" mb={3}>
        {name}
      </Text>
      <CopyLine value={value} label={name} />
    </div>
  )
}

/** Before anything runs: how to begin, or why the last try did not come up. */
function FirstRelease({ listing }: { listing: Listing }) {
  const { items } = usePaged(releasesQuery(listing.id), { shown: defaultOrders.releases })
  const last = items[0]
  const params = { listingId: listing.id }
  const mayWrite = useMay('putDraftManifest', ownedBy(listing.organization))
  if (last === undefined || releaseMachine.states[last.state].outcome !== 'failed') {
    return (
      <Stack gap="md" align="flex-start">
        <Text>{publish.next.deploy}</Text>
        {mayWrite ? (
          <LinkButton variant="default" to="/publish/$listingId/manifest" params={params}>
            {publish.next.write}
          </LinkButton>
        ) : null}
      </Stack>
    )
  }
  return (
    <Stack gap="md" align="flex-start">
      <Text>{publish.next.failed(last.version)}</Text>
      <LinkButton variant="default" to="/publish/$listingId/releases" params={params} search={{ release: last.id }}>
        {publish.next.see}
      </LinkButton>
    </Stack>
  )
}

function Next({ listing }: { listing: Listing }) {
  // A listing has one open review at most, and nothing comes after it.
  const { items } = usePaged(reviewsQuery({ listingId: listing.id }), { shown: defaultOrders.reviews })
  const latest = items[0]
  const open = latest && mayMove(reviewMachine, latest.state, 'withdraw') ? latest : undefined
  const { data: release } = useQuery({
    ...releaseQuery(listing.currentReleaseId ?? ''),
    enabled: !!listing.currentReleaseId,
  })
  const unapproved = release?.approved === false ? release : undefined
  const first = awaitsApproval(listing) && !listing.currentReleaseId
  const published = listingFacts(listing.state).noReview === null && !awaitsApproval(listing)
  return (
    <>
      <Section title={publish.next.title}>
        <Stack gap="md">
          <div>
            {first ? <FirstRelease listing={listing} /> : <Text>{nextStep(listing, latest)}</Text>}
            {published && open ? <Text>{publish.next.alsoOpen(open.release.version)}</Text> : null}
            {published && unapproved && !open ? <Text>{publish.next.unapproved(unapproved.version)}</Text> : null}
          </div>
          {listing.suspendedReason ? <Text c="dimmed">“{listing.suspendedReason}”</Text> : null}
          <ListingMoves listing={listing} openReview={open} unapproved={unapproved} />
        </Stack>
      </Section>
      <ListingReviews listingId={listing.id} />
    </>
  )
}
