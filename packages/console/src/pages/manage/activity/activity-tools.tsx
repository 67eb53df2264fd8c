import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { GrantedConfirm } from '../../../parts/access/granted-confirm.tsx'
import { activityCsvAddress, replayCountQuery, useReplayFiltered } from '../../../queries/activity/activity.ts'
import { filterOfWords, replayOf } from '../../../queries/activity/activity-words.ts'
import type { Installation } from '../../../queries/installation/installations.ts'
import { useGrant } from '../../../queries/session/grant.ts'
import { activityTexts as texts } from '../../../texts/activity.ts'
import { tellDone } from '../../../ui/feedback/tell-done.tsx'
import { useAddress } from '../../../ui/list/use-address.ts'
import { ReplayCount } from './replay-count.tsx'

/** What can be done with the whole filtered list: download it, send its deliveries again. */
export function ActivityTools({ installation }: { installation: Installation }) {
  const { words } = useAddress()
  const replay = useReplayFiltered(installation.id)
  const replaying = useGrant('replayDeliveries', installation)
  const filter = filterOfWords(words)
  const state = replayOf(words)
  const { q, locator, from, to } = filter
  const sentAgain = state ? { state, q, locator, from, to } : undefined
  // Counted by the dialog, when it is opened.
  const counted = useQuery({ ...replayCountQuery(installation.id, sentAgain ?? { state: 'DEAD' }), enabled: false })
  return (
    <>
      {sentAgain ? (
        <GrantedConfirm
          grant={replaying}
          size="sm"
          label={texts.replay}
          idle={counted.data?.count === 0}
          text={<ReplayCount installationId={installation.id} filter={sentAgain} />}
          act={() => replay.mutateAsync(sentAgain).then(({ count }) => tellDone(texts.replayed(count)))}
        />
      ) : null}
      <Button
        size="sm"
        variant="default"
        component="a"
        href={activityCsvAddress(installation.id, filter)}
        download
        leftSection={<IconDownload size={15} />}
      >
        {texts.csv}
      </Button>
    </>
  )
}
