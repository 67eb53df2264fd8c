import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../../lib/format.ts'
import { type ReplayFilter, replayCountQuery } from '../../../queries/activity/activity.ts'
import { activityTexts as texts } from '../../../texts/activity.ts'

/** How many deliveries a replay sends again, before it does. One that cannot be counted can still be asked for. */
export function ReplayCount({ installationId, filter }: { installationId: string; filter: ReplayFilter }) {
  const { data } = useQuery({ ...replayCountQuery(installationId, filter), staleTime: 0 })
  const what = texts.replayWhat[filter.state]
  if (data?.count === 0) return texts.replayNone(what)
  const count = data && (data.more ? texts.replayMoreThan(formatNumber(data.count)) : formatNumber(data.count))
  return (
    <>
      {count === undefined ? texts.replayUncounted(what) : texts.replayCount(what, count)} {texts.replayText}
    </>
  )
}
