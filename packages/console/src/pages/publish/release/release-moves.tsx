import { Badge, Group, Text } from '@mantine/core'
import { mayMove, releaseMachine } from '@mkt/contract/states'
import { compareVersions } from '@mkt/manifest'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { RowConfirm } from '../../../parts/access/row-confirm.tsx'
import { installsQuery, listingQuery } from '../../../queries/listing/listings.ts'
import {
  type Release,
  releaseQuery,
  usePromoteRelease,
  useRollbackRelease,
  useWithdrawRelease,
} from '../../../queries/release/releases.ts'
import { type Grant, useGrant } from '../../../queries/session/grant.ts'
import { ownedBy, useMay } from '../../../queries/session/may.ts'
import { publish } from '../../../texts/publish.ts'
import { RowButtons } from '../../../ui/list/row-buttons.tsx'
import { rowStyles } from '../../../ui/list/rows.tsx'
import { type Reach, reachOf, releaseProgress } from './release-progress.ts'

const texts = publish.releases

/** How many installations run a release, where the person may know. */
function useReach(release: Release): Reach | undefined {
  const { data: listing } = useSuspenseQuery(listingQuery(release.listing.id))
  const mayCount = useMay('getInstalls', ownedBy(listing.organization))
  const { data } = useQuery({ ...installsQuery(release.listing.id), enabled: mayCount })
  return reachOf(data, release.id)
}

/** Where a release stands: deployed, approved, and how many follow it; whether customers who launch now get it. */
export function Progress({ release }: { release: Release }) {
  const reach = useReach(release)
  return (
    <Group gap={6} className={rowStyles.badges}>
      <Text component="span" size="sm">
        {releaseProgress(release, reach).join(' · ')}
      </Text>
      {release.followed ? (
        <Badge variant="light" radius="sm" tt="none" fw={600}>
          {texts.follows}
        </Badge>
      ) : null}
    </Group>
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

/** What a role allows may still be impossible now: then that is the reason. */
const refused = (grant: Grant, because: string): Grant => ({ ...grant, because: grant.because ?? because })

const withImpact = (text: string, impact: string | undefined) => (impact ? `${text} ${impact}` : text)

/** The way forward and the way back, where the release has run. */
export function ReleaseMoves({ release }: { release: Release }) {
  const { data: listing } = useSuspenseQuery(listingQuery(release.listing.id))
  const reach = useReach(release)
  const promote = usePromoteRelease(release.id)
  const rollback = useRollbackRelease(release.id)
  const withdraw = useWithdrawRelease(release.id)
  const promoting = useGrant('promoteRelease', ownedBy(listing.organization))
  const rollingBack = useGrant('rollbackRelease', ownedBy(listing.organization))
  const withdrawing = useGrant('withdrawRelease', ownedBy(listing.organization))
  const ran = releaseMachine.states[release.state].outcome === 'ran'
  const promotable = ran && release.approved && !release.followed
  const { data: current } = useQuery({
    ...releaseQuery(listing.currentReleaseId ?? ''),
    enabled: listing.currentReleaseId !== null,
  })
  const newer = current !== undefined && compareVersions(release.version, current.version) > 0
  const former = mayMove(releaseMachine, release.state, 'roll-back') && release.rollback?.state !== 'PENDING'
  const withdrawable = mayMove(releaseMachine, release.state, 'withdraw')
  if (!promotable && !former && !withdrawable) return null
  return (
    <RowButtons>
      {promotable ? (
        <RowConfirm
          grant={promoting}
          label={texts.promote}
          of={release.version}
          text={withImpact(texts.promoteText, reach && texts.impact.promote(reach.all - reach.here))}
          act={() => promote.mutateAsync()}
        />
      ) : null}
      {former ? (
        <RowConfirm
          grant={rollingBack}
          label={newer ? texts.goForward : texts.rollback}
          of={release.version}
          text={withImpact(texts.rollbackText, reach && texts.impact.rollback(reach.here))}
          act={() => rollback.mutateAsync()}
        />
      ) : null}
      {withdrawable ? (
        <RowConfirm
          grant={reach && reach.here > 0 ? refused(withdrawing, texts.stillRun(reach.here)) : withdrawing}
          red
          label={texts.withdraw}
          of={release.version}
          text={texts.withdrawText}
          act={() => withdraw.mutateAsync()}
        />
      ) : null}
    </RowButtons>
  )
}
