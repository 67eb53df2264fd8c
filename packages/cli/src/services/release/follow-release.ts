import type { Client } from '@mkt/contract/client'
import { releaseMachine } from '@mkt/contract/states'
import { Abort } from '../../abort.ts'
import type { Release } from './releases.ts'
import { type WatchOptions, watchRelease } from './watch-release.ts'

const outcomeOf = ({ state }: Release) => releaseMachine.states[state].outcome

/** Watches a release until it is live; says why when it never is. */
export async function followRelease(client: Client, created: Release, options: WatchOptions): Promise<Release> {
  const watched = {
    waits: (release: Release) => outcomeOf(release) === 'undecided',
    interrupted: `Release ${created.version} exists and goes on without us.`,
    slow: { code: 'release_slow', message: `Release ${created.version} is not live yet.` },
  }
  const release = await watchRelease(client, created, watched, options)
  if (outcomeOf(release) === 'ran') return release
  const { id, version, state, imageDigest, problems, failure } = release
  const lines = problems.map(
    (problem) => `\n  ${problem.message}${problem.fix ? ` ${problem.fix}` : ''} (${problem.rule})`,
  )
  const rejected = state === 'REJECTED'
  throw new Abort(
    rejected ? 'release_rejected' : 'release_failed',
    rejected
      ? `Release ${version} was rejected:${lines.join('')}`
      : `Release ${version} never became healthy. ${failure ?? ''}`.trimEnd(),
    {
      fix: `Version ${version} is used up. Fix it and deploy again: that takes the next version.`,
      extra: { ...options.extra, problems, release: { id, version, state, imageDigest } },
    },
  )
}
