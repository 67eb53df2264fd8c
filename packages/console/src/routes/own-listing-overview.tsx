import { Group, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Boundary } from '../components/boundary.tsx'
import { Conversation } from '../components/conversation.tsx'
import { CopyLine } from '../components/copy-line.tsx'
import { ListingMoves } from '../components/listing-moves.tsx'
import { Section } from '../components/section.tsx'
import { StateBadge } from '../components/state-badge.tsx'
import { Time } from '../components/time.tsx'
import { type Listing, listingQuery } from '../queries/listings.ts'
import { usePaged } from '../queries/paged.ts'
import { type Review, reviewsQuery } from '../queries/reviews.ts'
import { publish } from '../texts/publish.ts'
import styles from './browse.module.css'

const route = getRouteApi('/shell/publish/$listingId')

function nextStep(listing: Listing, review: Review | undefined): string {
  if (listing.state === null) return publish.next.unpublished
  if (listing.state === 'SUSPENDED') return publish.next.suspended
  if (listing.state === 'RETIRED') return publish.next.retired
  if (listing.state === 'PUBLIC') return publish.next.public
  if (listing.state === 'VERIFIED') return publish.next.verified
  if (!listing.currentReleaseId) return publish.next.deploy
  if (review?.state === 'OPEN') return publish.next.open
  return review?.state === 'CHANGES_REQUESTED' ? publish.next.changes : publish.next.review
}

export function OwnListingOverview() {
  const { listingId } = route.useParams()
  const { data: listing } = useSuspenseQuery(listingQuery(listingId))
  return (
    <div className={styles.columns}>
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
    </div>
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

function Next({ listing }: { listing: Listing }) {
  const { items } = usePaged(reviewsQuery({ listingId: listing.id }))
  const reviews = items.toReversed()
  const latest = reviews[0]
  return (
    <>
      <Section title={publish.next.title}>
        <Stack gap="md">
          <Text>{nextStep(listing, latest)}</Text>
          {listing.suspendedReason ? <Text c="dimmed">“{listing.suspendedReason}”</Text> : null}
          <Group>
            <ListingMoves listing={listing} openReview={reviews.find((one) => one.state === 'OPEN')} />
          </Group>
        </Stack>
      </Section>
      <Section title={publish.reviews.title}>
        {reviews.length === 0 ? <Text c="dimmed">{publish.reviews.none}</Text> : null}
        <Stack gap="md">
          {reviews.map((review) => (
            <div key={review.id}>
              <Group gap="xs">
                <StateBadge state={review.state} />
                <Text size="sm">{review.release.version}</Text>
                <Text size="sm" c="dimmed">
                  {publish.reviews.opened} <Time at={review.createdAt} />
                </Text>
              </Group>
              <Boundary lines={2}>
                <Conversation reviewId={review.id} open={review.state === 'OPEN'} />
              </Boundary>
            </div>
          ))}
        </Stack>
      </Section>
    </>
  )
}
