/**
 * Why there is no answer. `refused`: nobody listened, nothing was sent; `connect`: no connection in time, nothing was sent;
 * `broken`: the request was sent at least in part, and what came back is not whole; `crowded`: others hold the memory its answer needs; `internal`:
 * the platform itself failed, which the log has.
 */
export type AppSilence = {
  kind: 'silence'
  error: 'refused' | 'connect' | 'timeout' | 'broken' | 'aborted' | 'crowded' | 'internal'
  message: string
}

/** For an exchange that a bug of the platform ended. */
export const internalSilence: AppSilence = {
  kind: 'silence',
  error: 'internal',
  message: 'the platform failed while it carried the request',
}

/** The words for a connection that failed: while it was being opened nothing had been sent. */
export function silenceOf(error: NodeJS.ErrnoException | undefined, when: 'opening' | 'open'): AppSilence {
  if (when === 'open') {
    return { kind: 'silence', error: 'broken', message: 'the connection broke before the answer was whole' }
  }
  if (error?.code === 'ECONNREFUSED' || error?.code === 'ENOENT') {
    return { kind: 'silence', error: 'refused', message: 'nothing listens at the instance' }
  }
  return { kind: 'silence', error: 'connect', message: 'no connection to the instance in time' }
}
