import { Group, Stack, Text } from '@mantine/core'
import { StateBadge } from '../../parts/state/state-badge.tsx'
import type { Dossier } from '../../queries/listing/reviews.ts'
import { moderate } from '../../texts/moderate.ts'
import { Tag } from '../../ui/text/tag.tsx'
import { Time } from '../../ui/text/time.tsx'

const texts = moderate.review

export function ReviewEvidence({ review }: { review: Dossier }) {
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
