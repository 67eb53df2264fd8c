import { within } from './within.ts'

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

export interface PulseWatch {
  /** A fresh answer; takes up to the limit. */
  ask(): Promise<Pulse>
  /** The last known answer when no fresh one arrives within `waitMs`. */
  known(waitMs: number): Promise<Pulse>
}

/**
 * Asks `probe` whether something answers, at most once per `freshMs` and never while a former probe is pending: each may hold a connection.
 * The reason is the error's code alone: its message may name addresses and accounts, and ports that tell readiness are public.
 */
export function createPulse(probe: () => Promise<unknown>, options: PulseOptions): PulseWatch {
  const { freshMs, limitMs, now } = options
  let asked: { at: number; pulse: Promise<Pulse> } | undefined
  let pending = false
  let last: Pulse = { up: false, reason: 'no answer yet' }

  async function run(): Promise<Pulse> {
    try {
      await probe()
      return { up: true }
    } catch (error) {
      return { up: false, reason: (error as NodeJS.ErrnoException | null)?.code ?? 'error' }
    }
  }

  async function start(): Promise<Pulse> {
    pending = true
    const running = run().then((pulse) => {
      pending = false
      last = pulse
      return pulse
    })
    const inTime = await within(running, limitMs)
    if (inTime !== undefined) return inTime
    // What arrives late still replaces the verdict that nothing came.
    running
      .then((pulse) => {
        asked = { at: now(), pulse: Promise.resolve(pulse) }
      })
      // A failed probe is a pulse too.
      .catch(() => {})
    last = { up: false, reason: `no answer within ${limitMs / 1000} s` }
    return last
  }

  function ask(): Promise<Pulse> {
    if (asked === undefined || (!pending && now() - asked.at >= freshMs)) asked = { at: now(), pulse: start() }
    return asked.pulse
  }

  return { ask, known: async (waitMs) => (await within(ask(), waitMs)) ?? last }
}
