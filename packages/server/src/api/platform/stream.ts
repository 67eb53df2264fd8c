import { liveTopics } from '@mkt/contract/api'
import { identifyCaller } from '../../actions/accounts/identify-caller.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { unowned } from '../../domain/accounts/access.ts'
import { credentialsOf } from '../http/credentials.ts'
import { RawAnswer, type Route, route } from '../http/route.ts'
import { createFollowers } from './followers.ts'
import { createHealthWatch } from './health-watch.ts'
import { openFollower } from './open-follower.ts'
import { passChanges, passMissed } from './pass-changes.ts'

const HEARTBEAT_MS = 15_000
const HEALTH_MS = 2_000

/** The stream of changes: followers hear of changes of things they may see. */
export function streamRoutes(platform: Platform, heartbeatMs = HEARTBEAT_MS, healthMs = HEALTH_MS): Route[] {
  const followers = createFollowers()
  const hearingHealth = () => followers.hearing('health', '', unowned)
  const healthWatch = createHealthWatch(platform, healthMs, (health) => {
    for (const one of hearingHealth()) one.send('health', health)
  })
  const watchHealth = () => healthWatch.listen(hearingHealth().length > 0)
  passChanges(platform, followers)
  return [
    route('streamChanges', {
      subject: () => unowned,
      handle({ caller, query, headers, signal, setHeader }) {
        const credentials = credentialsOf(headers as { authorization?: string; cookie?: string })
        const follower = openFollower({
          caller,
          topics: new Set(query.topics?.split(',').map((topic) => topic.trim()) ?? Object.keys(liveTopics)),
          heartbeatMs,
          identify: () => identifyCaller(platform, credentials, { extend: false }),
          ended(one) {
            followers.delete(one)
            watchHealth()
          },
        })
        followers.add(follower)
        watchHealth()
        if (query.since !== undefined)
          passMissed(platform.db, follower, query.since).catch((err: unknown) =>
            platform.log.debug({ err }, 'Missed changes were not passed on'),
          )
        signal.addEventListener('abort', () => follower.end(), { once: true })
        setHeader('x-accel-buffering', 'no')
        return new RawAnswer('text/event-stream', follower.stream)
      },
    }),
  ]
}
