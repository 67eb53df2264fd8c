import type { KeyRing } from '../../domain/platform/key-ring.ts'
import { issueKey, sliceMs } from '../../domain/route/key.ts'
import type { Route } from '../../domain/route/route.ts'
import type { Clock } from '../../lib/clock.ts'

interface Issued {
  key: string
  slice: number
  releaseId: string
  epoch: number
  signedBy: string
}

/** Gives the key of a route. Within a slice of time it is always the same, so it is signed once and remembered. */
export function createRouteKeys(ring: KeyRing, clock: Clock, ttlSeconds: number): (route: Route) => string {
  const issued = new Map<string, Issued>()
  const length = sliceMs(ttlSeconds)
  return (route) => {
    const now = clock.now()
    const slice = Math.floor(now.getTime() / length)
    const signedBy = ring.current().id
    const known = issued.get(route.installationId)
    const same = known?.slice === slice && known.releaseId === route.releaseId && known.epoch === route.keyEpoch
    if (known && same && known.signedBy === signedBy) return known.key
    const to = { installationId: route.installationId, releaseId: route.releaseId, epoch: route.keyEpoch }
    const key = issueKey(ring, to, now, ttlSeconds)
    issued.set(route.installationId, { key, slice, releaseId: route.releaseId, epoch: route.keyEpoch, signedBy })
    return key
  }
}
