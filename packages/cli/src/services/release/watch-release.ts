import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@mkt/contract/client'
import { Abort } from '../../abort.ts'
import { isPassing } from '../platform/network-error.ts'
import type { Release } from './releases.ts'

const EVERY_MS = 500
/** A deployment has 120 s to become healthy; images take a while to be unpacked before. */
const PATIENCE_MS = 300_000

export interface WatchOptions {
  signal: AbortSignal
  /** What a failure tells beside its error. */
  extra: object
  everyMs?: number
}

export interface Watched {
  waits: (release: Release) => boolean
  interrupted: string
  slow: { code: string; message: string }
}

/** Asks for a release until it no longer waits for anything. A platform out of reach for a moment is asked again. */
export async function watchRelease(
  client: Client,
  first: Release,
  { waits, interrupted, slow }: Watched,
  { signal, extra, everyMs = EVERY_MS }: WatchOptions,
): Promise<Release> {
  const options = { fix: `See "mkt releases show ${first.id}".`, extra: { ...extra } }
  const until = Date.now() + PATIENCE_MS
  let release = first
  while (waits(release)) {
    if (signal.aborted) throw new Abort('interrupted', interrupted, options)
    if (Date.now() > until) throw new Abort(slow.code, slow.message, options)
    await pause(everyMs, undefined, { signal }).catch(() => {})
    const last: Release = release
    release = await client.getRelease({ params: { id: first.id } }).catch((error: unknown) => {
      if (isPassing(error)) return last
      throw error
    })
  }
  return release
}
