/** Whether something answered when it was last asked, and why not. */
export interface Pulse {
  up: boolean
  reason?: string
}

export interface PulseOptions {
  /** An answer this recent is given again, so that probes cannot become load. */
  freshMs: number
  /** An answer that takes longer counts as none. */
  limitMs: number
  now: () => number
}

/**
 * Asks `probe` whether something answers, at most once at a time and at most once per `freshMs`. The reason is the error's code alone: its
 * message may name addresses and accounts, and ports that tell readiness are public.
 */
export function createPulse(probe: () => Promise<unknown>, options: PulseOptions): () => Promise<Pulse> {
  const { freshMs, limitMs, now } = options
  let asked: { at: number; pulse: Promise<Pulse> } | undefined

  async function ask(): Promise<Pulse> {
    const { promise, resolve } = Promise.withResolvers<Pulse>()
    const limit = setTimeout(() => resolve({ up: false, reason: `no answer within ${limitMs / 1000} s` }), limitMs)
    probe().then(
      () => resolve({ up: true }),
      (error: unknown) => resolve({ up: false, reason: (error as NodeJS.ErrnoException | null)?.code ?? 'error' }),
    )
    const pulse = await promise
    clearTimeout(limit)
    return pulse
  }

  return () => {
    if (asked === undefined || now() - asked.at >= freshMs) asked = { at: now(), pulse: ask() }
    return asked.pulse
  }
}
