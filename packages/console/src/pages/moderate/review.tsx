import { Group, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ListingIcon } from '../../parts/listing/listing-icon.tsx'
import { SuspendListing } from '../../parts/listing/suspend-listing.tsx'
import { Comparison } from '../../parts/release/comparison.tsx'
import { ProblemList } from '../../parts/release/problem-list.tsx'
import { Conversation } from '../../parts/review/conversation.tsx'
import { StateBadge } from '../../parts/state/state-badge.tsx'
import { listingQuery } from '../../queries/listing/listings.ts'
import { type Dossier, reviewQuery } from '../../queries/listing/reviews.ts'
import { moderate } from '../../texts/moderate.ts'
import { publish } from '../../texts/publish.ts'
import { LinkButton } from '../../ui/action/link-button.tsx'
import { Boundary } from '../../ui/feedback/boundary.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { useAddress } from '../../ui/list/use-address.ts'
import { useSorting } from '../../ui/list/use-sorting.ts'
import { Tag } from '../../ui/text/tag.tsx'
import { ChangedWords } from './changed-words.tsx'
import { ConversationTools } from './conversation-tools.tsx'
import { ReviewChecklist } from './review-checklist.tsx'
import { ReviewDecision } from './review-decision.tsx'
import { ReviewEvidence } from './review-evidence.tsx'
import { ReviewSubject } from './review-subject.tsx'
import { WaitingPictures } from './waiting-pictures.tsx'

const route = getRouteApi('/shell/moderate/$reviewId')
const texts = moderate.review

export function ReviewPage() {
  const { reviewId } = route.useParams()
  const { words } = useAddress()
  const sorting = useSorting('at', ['at'], 'messages')
  const { data: review } = useSuspenseQuery(reviewQuery(reviewId))
  return (
    <>
      <PageHeader
        icon={<ListingIcon listing={review.listing} size={56} />}
        crumbs={<Link to="/moderate">{moderate.title}</Link>}
        title={texts.title(review.listing.title, review.release.version)}
        lead={
          <Group gap="xs">
            {review.listing.name} <StateBadge state={review.state} />
          </Group>
        }
        actions={
          <>
            <Boundary lines={1}>
              <LastResort listingId={review.listing.id} />
            </Boundary>
            <LinkButton variant="default" to="/browse/$listingId" params={{ listingId: review.listing.id }}>
              {publish.view}
            </LinkButton>
          </>
        }
      />
      <Columns>
        <Stack gap="lg">
          {review.words === null ? null : <ChangedWords changes={review.changes} />}
          {review.words?.includes('media') && review.state === 'OPEN' ? (
            <Boundary>
              <WaitingPictures listingId={review.listing.id} />
            </Boundary>
          ) : null}
          <Section title={texts.checklist}>
            <ReviewChecklist review={review} />
          </Section>
          <Section title={texts.findings}>
            {review.findings.length > 0 ? (
              <ProblemList problems={review.findings} />
            ) : (
              <Text c="dimmed">{texts.noFindings}</Text>
            )}
          </Section>
          <Section title={texts.asksMore}>
            <AsksMore review={review} />
          </Section>
          {review.comparedWith ? (
            <Section title={texts.difference}>
              <Boundary>
                <Comparison releaseId={review.release.id} withId={review.comparedWith.id} />
              </Boundary>
            </Section>
          ) : null}
          <Boundary>
            <ReviewSubject review={review} />
          </Boundary>
        </Stack>
        <Stack gap="lg">
          <ReviewDecision key={review.id} review={review} />
          <Section
            title={texts.conversation}
            actions={
              <Boundary lines={1}>
                <ConversationTools reviewId={review.id} sorting={sorting} />
              </Boundary>
            }
          >
            <Boundary of={JSON.stringify(words)}>
              <Conversation review={review} newestFirst={sorting.shown === '-at'} />
            </Boundary>
          </Section>
          <Section title={texts.evidence} lead={texts.evidenceLead}>
            <ReviewEvidence review={review} />
          </Section>
        </Stack>
      </Columns>
    </>
  )
}

/** Suspending concerns the listing, whatever becomes of the review. */
function LastResort({ listingId }: { listingId: string }) {
  const { data: listing } = useSuspenseQuery(listingQuery(listingId))
  return <SuspendListing listing={listing} />
}

function AsksMore({ review }: { review: Dossier }) {
  if (!review.comparedWith) return <Text c="dimmed">{texts.firstReview}</Text>
  if (review.asksMore.length === 0) return <Text c="dimmed">{texts.asksNothingMore}</Text>
  return (
    <Group gap={8}>
      {review.asksMore.map((ask) => (
        <Tag key={ask.kind + ask.what}>
          {ask.kind} {ask.what}
        </Tag>
      ))}
    </Group>
  )
}
