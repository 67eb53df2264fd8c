import { Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ListingIcon } from '../../parts/listing/listing-icon.tsx'
import { Asks } from '../../parts/release/asks.tsx'
import { Comparison } from '../../parts/release/comparison.tsx'
import { ProblemList } from '../../parts/release/problem-list.tsx'
import { Conversation } from '../../parts/review/conversation.tsx'
import { StateBadge } from '../../parts/state/state-badge.tsx'
import { TrustPanel } from '../../parts/trust/trust-panel.tsx'
import { listingQuery } from '../../queries/listing/listings.ts'
import { type Dossier, reviewQuery } from '../../queries/listing/reviews.ts'
import { releaseQuery } from '../../queries/release/releases.ts'
import { moderate } from '../../texts/moderate.ts'
import { publish } from '../../texts/publish.ts'
import { trust } from '../../texts/trust.ts'
import { LinkButton } from '../../ui/action/link-button.tsx'
import { Boundary } from '../../ui/feedback/boundary.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { AddressInput } from '../../ui/list/address-input.tsx'
import { OrderSelect } from '../../ui/list/order-select.tsx'
import { useAddress } from '../../ui/list/use-address.ts'
import { useSorting } from '../../ui/list/use-sorting.ts'
import { Prose } from '../../ui/text/prose.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import { Time } from '../../ui/text/time.tsx'
import { ChangedWords } from './changed-words.tsx'
import { CheckDataSheet } from './check-data-sheet.tsx'
import styles from './review.module.css'
import { ReviewDecision } from './review-decision.tsx'
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
          <LinkButton variant="default" to="/browse/$listingId" params={{ listingId: review.listing.id }}>
            {publish.view}
          </LinkButton>
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
            <Checklist review={review} />
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
            <Subject review={review} />
          </Boundary>
        </Stack>
        <Stack gap="lg">
          <ReviewDecision key={review.id} review={review} />
          <Section
            title={texts.conversation}
            actions={
              <>
                <AddressInput label={moderate.searchSaid} word="said" />
                <OrderSelect sorting={sorting} label={texts.conversation} />
              </>
            }
          >
            <Boundary of={JSON.stringify(words)}>
              <Conversation review={review} newestFirst={sorting.shown === '-at'} />
            </Boundary>
          </Section>
          <Section title={texts.evidence} lead={texts.evidenceLead}>
            <Evidence review={review} />
          </Section>
        </Stack>
      </Columns>
    </>
  )
}

function Checklist({ review }: { review: Dossier }) {
  return (
    <Stack gap="sm">
      {review.checklist.map((check) => (
        <Group key={check.id} wrap="nowrap" align="flex-start" gap="sm">
          {check.passed ? (
            <IconCircleCheck
              className={styles.mark}
              size={19}
              color="var(--mantine-color-pine-6)"
              aria-label={texts.passed}
            />
          ) : (
            <IconAlertTriangle
              className={styles.mark}
              size={19}
              color="var(--mantine-color-clay-5)"
              aria-label={texts.failed}
            />
          )}
          <div>
            <Text size="sm" fw={600}>
              {check.title}
            </Text>
            <Text size="sm" c="dimmed">
              {check.detail}
            </Text>
          </div>
        </Group>
      ))}
    </Stack>
  )
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

function Evidence({ review }: { review: Dossier }) {
  if (review.evidence.length === 0) return <Text c="dimmed">{texts.noEvidence}</Text>
  return (
    <Stack gap="sm">
      {review.evidence.map((one) => (
        <div key={one.installationId}>
          <Group gap="xs">
            <StateBadge state={one.state} />
            <Tag mono>{one.version}</Tag>
            <Text size="xs" c="dimmed">
              <Time at={one.createdAt} />
            </Text>
          </Group>
          {one.reason ? <Text size="sm">{one.reason}</Text> : null}
          <Text size="sm" c="dimmed">
            {texts.figures(one.figures)}
          </Text>
          {one.hooks.map((hook) => (
            <Text key={hook.hook + hook.at} size="sm" {...(hook.succeeded ? {} : { fw: 600 })}>
              {hook.answer}
            </Text>
          ))}
        </div>
      ))}
    </Stack>
  )
}

function Subject({ review }: { review: Dossier }) {
  const { data: listing } = useSuspenseQuery(listingQuery(review.listing.id))
  const { data: release } = useSuspenseQuery(releaseQuery(review.release.id))
  return (
    <>
      <Section title={texts.asks}>
        <Asks manifest={release.manifest} />
      </Section>
      <Section title={trust.title} lead={trust.lead}>
        <Boundary>
          <TrustPanel of="release" id={release.id} />
        </Boundary>
      </Section>
      <Boundary>
        <CheckDataSheet listingId={listing.id} />
      </Boundary>
      <Section title={texts.about}>
        <Prose html={listing.aboutHtml} />
      </Section>
      <Section title={texts.requirements}>
        <Prose html={listing.requirementsHtml} />
      </Section>
    </>
  )
}
