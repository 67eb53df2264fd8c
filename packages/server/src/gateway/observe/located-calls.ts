import type { LocatorRecorder } from '../../actions/activity/locator-recorder.ts'
import type { HeldCallObserver } from './held-call.ts'

/** Indexes which policies autofill and rater calls concern. */
export function locatedCalls(locators: LocatorRecorder): HeldCallObserver {
  return {
    observe({ id, route: { organizationId, installationId, variant }, request }) {
      locators.note({ entryId: id, organizationId, installationId, variant, of: { body: request } })
    },
    drain: () => locators.drain(),
  }
}
