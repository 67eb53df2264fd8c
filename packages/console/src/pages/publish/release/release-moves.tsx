import { Badge, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../queries/api.ts'
import { invalidateTopic } from '../../../queries/live.ts'
import type { Release } from '../../../queries/releases.ts'
import { publish } from '../../../texts/publish.ts'
import { ConfirmButton } from '../../../ui/action/confirm-button.tsx'
import { Time } from '../../../ui/text/time.tsx'

const texts = publish.releases

/** Whether customers follow a release, or since when they could, or what it waits for. */
export function Promoted({ release }: { release: Release }) {
  if (release.followed) {
    return (
      <Badge variant="light" radius="sm" tt="none" fw={600}>
        {texts.follows}
      </Badge>
    )
  }
  if (release.promotedAt) return <Time at={release.promotedAt} />
  const broken = release.state === 'REJECTED' || release.state === 'FAILED'
  return (
    <Text component="span" size="sm" c="dimmed">
      {release.approved || broken ? '–' : texts.waits}
    </Text>
  )
}

/** The way forward and the way back, where the release has run. */
export function ReleaseMoves({ release }: { release: Release }) {
  const client = useQueryClient()
  const refresh = () => invalidateTopic(client, 'release')
  const ran = release.state === 'LIVE' || release.state === 'SUPERSEDED'
  const promotable = ran && release.approved && !release.followed
  const former = release.state === 'SUPERSEDED'
  if (!promotable && !former) return null
  return (
    <Group gap={4} justify="flex-end">
      {promotable ? (
        <ConfirmButton
          size="compact-sm"
          variant="subtle"
          label={texts.promote}
          of={release.version}
          text={texts.promoteText}
          act={() => api.promoteRelease({ params: { id: release.id } }).then(refresh)}
        />
      ) : null}
      {former ? (
        <ConfirmButton
          size="compact-sm"
          variant="subtle"
          label={texts.rollback}
          of={release.version}
          text={texts.rollbackText}
          act={() => api.rollbackRelease({ params: { id: release.id } }).then(refresh)}
        />
      ) : null}
    </Group>
  )
}
