import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@mkt/contract/client'
import { Abort } from '../abort.ts'
import { isPassing } from './network-error.ts'
import type { Release } from './releases.ts'

const waiting = new Set(['UPLOADED', 'CHECKED'])
const EVERY_MS = 500
/** A deployment has 120 s to become healthy; images take a while to be unpacked before. */
const PATIENCE_MS = 300_000

export interface FollowOptions {
  signal: AbortSignal
  /** What a failure tells beside its error. */
  extra: object
}

/** Watches a release until it is live; says why when it never is. */
export async function followRelease(
  client: Client,
  created: Release,
  { signal, extra }: FollowOptions,
): Promise<Release> {
  const until = Date.now() + PATIENCE_MS
  let release = created
  while (waiting.has(release.state)) {
    if (signal.aborted)
      throw stopped(release, 'interrupted', `Release ${release.version} exists and goes on without us.`, extra)
    if (Date.now() > until) throw stopped(release, 'release_slow', `Release ${release.version} is not live yet.`, extra)
    await pause(EVERY_MS, undefined, { signal }).catch(() => {})
    const last: Release = release
    release = await client.getRelease({ params: { id: created.id } }).catch((error: unknown) => {
      if (isPassing(error)) return last
      throw error
    })
  }
  if (release.state === 'LIVE' || release.state === 'SUPERSEDED') return release
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
      fix: `Version ${version} is used up. Mend it and deploy again: that takes the next version.`,
      extra: { ...extra, problems, release: { id, version, state, imageDigest } },
    },
  )
}

function stopped(release: Release, code: string, message: string, extra: object): Abort {
  return new Abort(code, message, { fix: `See "mkt releases show ${release.id}".`, extra: { ...extra } })
}
