import { Badge, Group, Text } from '@mantine/core'
import { mayMove, releaseMachine } from '@mkt/contract/states'
import { compareVersions } from '@mkt/manifest'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { listingQuery } from '../../../queries/listing/listings.ts'
import {
  type Release,
  releaseQuery,
  usePromoteRelease,
  useRollbackRelease,
  useWithdrawRelease,
} from '../../../queries/release/releases.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
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
  const broken = releaseMachine.states[release.state].outcome === 'failed'
  return (
    <Text component="span" size="sm" c="dimmed">
      {release.approved || broken ? '–' : texts.waits}
    </Text>
  )
}

/** Whether the publisher's return to a release waits for its containers, or failed. */
export function RollbackBadge({ release }: { release: Release }) {
  if (!release.rollback) return null
  const failed = release.rollback.state === 'FAILED'
  return (
    <Badge variant="light" radius="sm" tt="none" fw={600} color={failed ? 'red' : 'blue'}>
      {failed ? texts.rollbackFailed : texts.rollbackPending}
    </Badge>
  )
}

/** The way forward and the way back, where the release has run. */
export function ReleaseMoves({ release }: { release: Release }) {
  const { data: listing } = useSuspenseQuery(listingQuery(release.listing.id))
  const promote = usePromoteRelease(release.id)
  const rollback = useRollbackRelease(release.id)
  const withdraw = useWithdrawRelease(release.id)
  const mayPromote = useMay('promoteRelease', ownedBy(listing.organization))
  const mayRollBack = useMay('rollbackRelease', ownedBy(listing.organization))
  const mayWithdraw = useMay('withdrawRelease', ownedBy(listing.organization))
  const ran = releaseMachine.states[release.state].outcome === 'ran'
  const promotable = mayPromote && ran && release.approved && !release.followed
  const { data: current } = useQuery({
    ...releaseQuery(listing.currentReleaseId ?? ''),
    enabled: listing.currentReleaseId !== null,
  })
  const newer = current !== undefined && compareVersions(release.version, current.version) > 0
  const former =
    mayRollBack && mayMove(releaseMachine, release.state, 'roll-back') && release.rollback?.state !== 'PENDING'
  const withdrawable = mayWithdraw && mayMove(releaseMachine, release.state, 'withdraw')
  if (!promotable && !former && !withdrawable) return null
  return (
    <Group gap={4} justify="flex-end">
      {promotable ? (
        <ConfirmButton
          size="compact-sm"
          variant="subtle"
          label={texts.promote}
          of={release.version}
          text={texts.promoteText}
          act={() => promote.mutateAsync()}
        />
      ) : null}
      {former ? (
        <ConfirmButton
          size="compact-sm"
          variant="subtle"
          label={newer ? texts.goForward : texts.rollback}
          of={release.version}
          text={texts.rollbackText}
          act={() => rollback.mutateAsync()}
        />
      ) : null}
      {withdrawable ? (
        <ConfirmButton
          size="compact-sm"
          variant="subtle"
          color="red"
          label={texts.withdraw}
          of={release.version}
          text={texts.withdrawText}
          act={() => withdraw.mutateAsync()}
        />
      ) : null}
    </Group>
  )
}
