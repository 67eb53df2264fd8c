import { Group, Text } from '@mantine/core'
import { StateBadge } from '../../parts/state/state-badge.tsx'
import type { PublishingOverview } from '../../queries/platform/overview.ts'
import { home } from '../../texts/home.ts'
import { TextLink } from '../../ui/action/link-button.tsx'
import { Section } from '../../ui/layout/section.tsx'
import itemStyles from '../../ui/list/items.module.css'
import { Time } from '../../ui/text/time.tsx'

const texts = home.publishing

export function PublishingReviews({ reviews }: { reviews: PublishingOverview['reviews'] }) {
  return (
    <Section title={texts.reviews}>
      <ul className={itemStyles.list} aria-label={texts.reviews}>
        {reviews.map(({ id, listing, version, state, reason, createdAt, decidedAt }) => (
          <li key={id} className={itemStyles.item}>
            <div className={itemStyles.words}>
              <Group gap={8}>
                <TextLink to="/publish/$listingId" params={{ listingId: listing.id }} fw={600}>
                  {texts.reviewLine(listing.title, version)}
                </TextLink>
                <StateBadge state={state} size="sm" />
                <Text size="sm" c="dimmed">
                  <Time at={decidedAt ?? createdAt} />
                </Text>
              </Group>
              {reason ? <Text size="sm">{reason}</Text> : null}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
