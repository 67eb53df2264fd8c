import { Failure } from '@mkt/contract/errors'
import type { FastifyReply } from 'fastify'
import { guarded } from '../../lib/guarded.ts'

/** How often it is looked whether the caller of a stream may still hear it. */
const LOOK_MS = 10_000

/** Aborted when the client goes away, or is gone already; answers that would go on forever also when the platform stops. */
export function abortWhenGone(reply: FastifyReply, endless: Set<AbortController> | undefined): AbortController {
  const controller = new AbortController()
  if (reply.raw.closed) {
    controller.abort()
    return controller
  }
  endless?.add(controller)
  reply.raw.once('close', () => {
    endless?.delete(controller)
    controller.abort()
  })
  return controller
}

/** Ends a stream with the credential it was opened with: when that is revoked or expires, or no longer allows it. */
export function endWithCredential(
  stream: AbortController,
  mayStillHear: () => Promise<boolean>,
  /** Calls back when sessions of the caller ended; returns how to stop that. */
  onEnded: (look: () => void) => () => void,
  lookMs = LOOK_MS,
): void {
  const look = async () => {
    // A database that is away is no reason to end it.
    const may = await mayStillHear().catch((error: unknown) => !(error instanceof Failure))
    if (!may) stream.abort()
  }
  const timer = setInterval(
    guarded(() => {}, look),
    lookMs,
  )
  const forget = onEnded(guarded(() => {}, look))
  const stop = () => {
    clearInterval(timer)
    forget()
  }
  stream.signal.addEventListener(
    'abort',
    guarded(() => {}, stop),
    { once: true },
  )
}
