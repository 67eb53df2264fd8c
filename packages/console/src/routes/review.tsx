import { Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { AddressInput } from '../components/address-input.tsx'
import { Asks } from '../components/asks.tsx'
import { Boundary } from '../components/boundary.tsx'
import { Comparison } from '../components/comparison.tsx'
import { Conversation } from '../components/conversation.tsx'
import { LinkButton } from '../components/link-button.tsx'
import { ListingIcon } from '../components/listing-icon.tsx'
import { OrderSelect } from '../components/order-select.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { ProblemList } from '../components/problem-list.tsx'
import { Prose } from '../components/prose.tsx'
import { ReviewDecision } from '../components/review-decision.tsx'
import { Section } from '../components/section.tsx'
import { StateBadge } from '../components/state-badge.tsx'
import { Tag } from '../components/tag.tsx'
import { Time } from '../components/time.tsx'
import { useAddress } from '../components/use-address.ts'
import { useSorting } from '../components/use-sorting.ts'
import { listingQuery } from '../queries/listings.ts'
import { releaseQuery } from '../queries/releases.ts'
import { type Dossier, reviewQuery } from '../queries/reviews.ts'
import { moderate } from '../texts/moderate.ts'
import { publish } from '../texts/publish.ts'
import styles from './browse.module.css'

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
      <div className={styles.columns}>
        <Stack gap="lg">
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
          <ReviewDecision review={review} />
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
      </div>
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
      <Section title={texts.about}>
        <Prose html={listing.aboutHtml} />
      </Section>
      <Section title={texts.requirements}>
        <Prose html={listing.requirementsHtml} />
      </Section>
    </>
  )
}
