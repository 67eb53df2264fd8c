import type { Client } from '@mkt/contract/client'
import { Abort } from '../../abort.ts'
import type { Release } from './releases.ts'
import { type WatchOptions, watchRelease } from './watch-release.ts'

/** Watches a release that was asked back until it is LIVE; says why when it does not become so. */
export async function followRollback(client: Client, asked: Release, options: WatchOptions): Promise<Release> {
  const watched = {
    waits: ({ rollback }: Release) => rollback?.state === 'PENDING',
    interrupted: `The rollback to ${asked.version} goes on without us.`,
    slow: { code: 'rollback_slow', message: `The rollback to ${asked.version} has not ended yet.` },
  }
  const release = await watchRelease(client, asked, watched, options)
  if (release.state === 'LIVE') return release
  const { id, version, state, imageDigest, rollback } = release
  const extra = { ...options.extra, release: { id, version, state, imageDigest } }
  if (!rollback) {
    throw new Abort('rollback_overtaken', `Release ${version} is not LIVE: another release was asked for meanwhile.`, {
      fix: 'See "mkt releases".',
      extra,
    })
  }
  throw new Abort('rollback_failed', `The rollback to ${version} failed. ${rollback.reason ?? ''}`.trimEnd(), {
    fix: `The current release stays LIVE. Try again, or return to another one: "mkt releases" lists them.`,
    extra,
  })
}
