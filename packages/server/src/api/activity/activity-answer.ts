import type { FoundLocator } from '../../domain/activity/locators.ts'
import { withPrefix } from '../../lib/ids.ts'
import type { Activity } from '../../store/activity/activities.ts'

/** Deliveries are named as everywhere else in the API. */
export const shownId = ({ kind, id }: Activity) => (kind === 'delivery' ? withPrefix('dlv', id) : id)

/** An entry as the interface shows it. */
export function activityAnswer(entry: Activity, locators: readonly FoundLocator[]) {
  const { place: _place, paused, method: _method, query: _query, at, state, traceId, ...rest } = entry
  return {
    ...rest,
    id: shownId(entry),
    at: at.toISOString(),
    state: state === 'WAITING' && paused ? ('PAUSED' as const) : state,
    traceId: traceId || null,
    locators: [...locators],
  }
}
