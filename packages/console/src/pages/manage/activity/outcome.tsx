import { Badge } from '@mantine/core'
import { StateBadge } from '../../../parts/state/state-badge.tsx'
import type { Activity } from '../../../queries/activity/activity.ts'
import { activityTexts } from '../../../texts/activity.ts'
import { manage } from '../../../texts/manage.ts'

const colors = { ok: 'pine', failed: 'red', retrying: 'clay', waiting: 'clay' }

/** How an entry went: the state of a delivery, the status of anything else. */
export function Outcome({ entry }: { entry: Activity }) {
  const { state, status, fallback, outcome } = entry
  // It waits because it failed; a blue "waiting" would hide that.
  if (outcome === 'retrying') {
    return (
      <Badge variant="light" radius="sm" tt="none" color="clay" data-state="RETRYING">
        {activityTexts.retrying(status)}
      </Badge>
    )
  }
  if (state !== null) return <StateBadge state={state} />
  const text = fallback ? `${status} ${manage.calls.fallbacks[fallback]}` : (status ?? activityTexts.outcomes[outcome])
  return (
    <Badge variant="light" radius="sm" tt="none" color={fallback ? 'clay' : colors[outcome]}>
      {text}
    </Badge>
  )
}
