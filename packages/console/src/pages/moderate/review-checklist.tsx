import { Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { formatTime } from '../../lib/format.ts'
import type { Dossier } from '../../queries/listing/reviews.ts'
import { moderate } from '../../texts/moderate.ts'
import styles from './review.module.css'

const texts = moderate.review

export function ReviewChecklist({ review }: { review: Dossier }) {
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
              {check.at ? ` ${formatTime(check.at)}` : null}
            </Text>
          </div>
        </Group>
      ))}
    </Stack>
  )
}
