import { advanceInstallation } from '../actions/installation/advance-installation.ts'
import { followReleases } from '../actions/installation/follow-release.ts'
import type { LifeTools } from '../actions/installation/installation-life.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { newId } from '../lib/ids.ts'
import {
  type DueInstallation,
  extendLeases,
  leaseInstallations,
  nextDue,
  releaseLeases,
} from '../store/installation/installation-work.ts'
import { type Loop, startLoop } from './loop.ts'

/** Installations come due within fractions of a second; where one waits, the loop looks that often. */
const SOON_MS = 250

/** Installations that advance at once. Those of one organization may all wait for the same slow application. */
const AT_ONCE = 500
const OF_ORGANIZATION = 50

/**
 * Carries installations through their lives. Invariant: one process at a time advances an installation, so two hooks of
 * one installation are never on their way together; what a killed process had begun is taken up when its lease ends.
 */
export interface LifecycleOptions {
  leaseMs?: number
  idleMs?: number
  /** How often to look for followed releases beside being told of changes. */
  followEveryMs?: number
}

export function startLifecycle(platform: Platform, tools: LifeTools, options: LifecycleOptions = {}): Loop {
  const { db, clock, log, changes, random } = platform
  const owner = newId('wrk', clock.now(), random)
  const leaseMs = options.leaseMs ?? 15_000
  const idleMs = options.idleMs ?? 5_000
  const until = () => new Date(clock.now().getTime() + leaseMs)
  const idsOf = (jobs: readonly DueInstallation[]) => jobs.map(({ id }) => id)
  const loop = startLoop<DueInstallation>(
    {
      async claim(limit, running) {
        const turns = { limit, perOrganization: OF_ORGANIZATION, running }
        const jobs = await leaseInstallations(db, owner, turns, clock.now(), until())
        tools.attendance.mark()
        return jobs
      },
      async extend(jobs) {
        const held = await extendLeases(db, owner, idsOf(jobs), until())
        tools.attendance.mark()
        return jobs.filter(({ id }) => held.has(id))
      },
      release: (jobs) => releaseLeases(db, owner, idsOf(jobs)),
      async restMs() {
        const next = await nextDue(db)
        return next === undefined ? idleMs : Math.max(SOON_MS, next.getTime() - clock.now().getTime())
      },
      async run({ id }, signal) {
        try {
          await advanceInstallation(platform, tools, id, signal)
        } finally {
          await releaseLeases(db, owner, [id])
        }
      },
    },
    { name: 'lifecycle', concurrency: AT_ONCE, batch: 50, leaseMs, idleMs, drainMs: 2_000, log },
  )

  let following = Promise.resolve()
  let asked = false
  function follow(): void {
    if (asked) return
    asked = true
    following = following.then(decide, decide)
  }
  async function decide(): Promise<void> {
    asked = false
    try {
      await followReleases(platform)
    } catch (error) {
      log.warn({ err: error }, 'Followed releases could not be decided on; trying again later')
    }
  }
  const unsubscribe = [
    changes.subscribe('installation', { changed: () => loop.wake(), reset: () => loop.wake() }),
    changes.subscribe('deployment', () => loop.wake()),
    changes.subscribe('release', { changed: follow, reset: follow }),
    changes.subscribe('listing', { changed: follow, reset: follow }),
  ]
  const timer = setInterval(follow, options.followEveryMs ?? 30_000)
  timer.unref()
  follow()

  return {
    wake: () => loop.wake(),
    get running() {
      return loop.running
    },
    async stop() {
      clearInterval(timer)
      for (const off of unsubscribe) off()
      await following
      await loop.stop()
    },
  }
}
