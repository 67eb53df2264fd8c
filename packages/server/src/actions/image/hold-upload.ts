import { guarded } from '../../lib/guarded.ts'
import { newId } from '../../lib/ids.ts'
import { claimUpload, releaseUpload, renewUpload, storeUploadAs, type UploadLease } from '../../store/image/uploads.ts'
import type { Platform } from '../platform/platform.ts'

type Ground = Pick<Platform, 'blobs' | 'clock' | 'db' | 'log' | 'random'>

/** A writer that gives no sign of life for so long has lost its upload. */
export const UPLOAD_LEASE_MS = 12_000

/** An upload to which this request alone may write. */
export interface HeldUpload extends UploadLease {
  /** Its name in the storage. */
  readonly place: string
  /** How many bytes it has; noted when it is given back. */
  size?: number
  /** Set by the one who ends it: then nothing is left to give back. */
  ended: boolean
  /** Throws when another request has it by now. */
  requireHeld(): void
}

/** `unknown`: there is no such upload. `busy`: another request writes to it. `lost`: another request took it over, or gave it up. */
export class UploadRefused extends Error {
  override name = 'UploadRefused'
  readonly reason: 'unknown' | 'busy' | 'lost'
  /** When the writer loses it, if that gives no sign of life until then. */
  readonly seconds: number

  constructor(reason: UploadRefused['reason'], seconds = 1) {
    super(`the upload is ${reason}`)
    this.reason = reason
    this.seconds = seconds
  }
}

/**
 * Runs the work while no other request, of this process or another, may write to the upload or end it. A writer renews its lease; one that was
 * lost (killed, paused, cut off from the database) is succeeded when the lease has ended. Its successor goes on with a copy of what is there, so
 * that bytes which the former writer still sends to the storage reach nothing that becomes a blob.
 */
export async function holdUpload<Result>(
  platform: Ground,
  { listingId, id }: { listingId: string; id: string },
  work: (held: HeldUpload) => Promise<Result>,
): Promise<Result> {
  const { db, clock, random } = platform
  const now = clock.now()
  const until = () => new Date(clock.now().getTime() + UPLOAD_LEASE_MS)
  const lease = { id, owner: newId('lease', now, random) }
  const claim = await claimUpload(db, { ...lease, listingId, now, until: until() })
  if (claim === undefined) throw new UploadRefused('unknown')
  if (!claim.taken) throw new UploadRefused('busy', secondsUntil(claim.formerUntil ?? now, now))
  let isLost = false
  const failed = (error: unknown) => platform.log.warn({ err: error }, 'The lease of an upload could not be renewed')
  const renewal = setInterval(
    guarded(failed, async () => {
      isLost ||= !(await renewUpload(db, lease, clock.now(), until()))
    }),
    UPLOAD_LEASE_MS / 3,
  )
  renewal.unref()
  let held: HeldUpload | undefined
  try {
    const place = claim.formerOwner === null ? claim.place : await takeOver(platform, lease, claim.place)
    held = {
      ...lease,
      place,
      ended: false,
      requireHeld() {
        if (isLost) throw new UploadRefused('lost')
      },
    }
    const result = await work(held)
    if (!held.ended && !(await releaseUpload(db, lease, held.size, clock.now()))) throw new UploadRefused('lost')
    held.ended = true
    return result
  } finally {
    clearInterval(renewal)
    // Where the copy failed, the former writer may still write to what is there: the next request makes a copy as well.
    if (held === undefined) await renewUpload(db, lease, clock.now(), clock.now())
    else if (!held.ended) await releaseUpload(db, lease, held.size, clock.now())
  }
}

async function takeOver(
  { blobs, clock, db, random }: Omit<Ground, 'log'>,
  lease: UploadLease,
  former: string,
): Promise<string> {
  const place = newId('upl', clock.now(), random)
  await blobs.fork(former, place)
  if (await storeUploadAs(db, lease, place)) {
    await blobs.discard(former)
    return place
  }
  await blobs.discard(place)
  throw new UploadRefused('lost')
}

function secondsUntil(moment: Date, now: Date): number {
  return Math.max(1, Math.ceil((moment.getTime() - now.getTime()) / 1000))
}
