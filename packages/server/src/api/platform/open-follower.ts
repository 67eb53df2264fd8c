import { PassThrough } from 'node:stream'
import { Failure } from '@mkt/contract/errors'
import type { Caller } from '../../domain/accounts/caller.ts'
import type { Follower } from './followers.ts'

/** A reader that does not keep up is cut off; it connects again and reads everything again. */
const MAX_WAITING_BYTES = 256 * 1024

export interface OpenFollower extends Follower {
  /** The server-sent events. */
  readonly stream: PassThrough
  end(): void
}

/**
 * A follower whose events go into a stream. At every heartbeat `identify` is asked who it is by now; the stream ends when its
 * session has ended, its key was revoked or its person disabled, and when the reader goes away.
 */
export function openFollower(options: {
  caller: Caller
  topics: ReadonlySet<string>
  heartbeatMs: number
  /** Who follows by now. Throws a `Failure` for a follower who may no longer. */
  identify(): Promise<Caller>
  /** Called once, when it has ended. */
  ended(follower: OpenFollower): void
}): OpenFollower {
  const stream = new PassThrough()
  let isOver = false
  let isLooking = false
  const follower: OpenFollower = {
    caller: options.caller,
    topics: options.topics,
    stream,
    send(event, data) {
      if (isOver) return
      if (stream.writableLength > MAX_WAITING_BYTES) stream.destroy()
      else stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    },
    end() {
      if (isOver) return
      isOver = true
      clearInterval(heartbeat)
      stream.end()
      options.ended(follower)
    },
  }

  async function lookAgain(): Promise<void> {
    // While the database is slow, one question about each follower is enough.
    if (isLooking) return
    isLooking = true
    const present = await options
      .identify()
      // A database that is away is no reason to end it.
      .catch((error: unknown) => (error instanceof Failure ? undefined : follower.caller))
    isLooking = false
    if (present === undefined || present.kind === 'nobody') follower.end()
    else follower.caller = present
  }

  const heartbeat = setInterval(() => {
    stream.write(': still here\n\n')
    void lookAgain()
  }, options.heartbeatMs)
  stream.once('close', () => follower.end())
  stream.write('retry: 2000\n\n')
  return follower
}
