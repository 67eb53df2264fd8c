import { guarded } from '../lib/guarded.ts'
import { briefly, type Log } from '../lib/log.ts'
import { isDatabaseAway } from '../store/database/database-away.ts'

/**
 * The loop behind every worker: claim → run → settle, with leases.
 *
 * `claim` marks up to `limit` free or expired jobs as leased (in the database, `for update skip locked`) and returns them. While a
 * job runs, `extend` moves its lease forward every third of `leaseMs`; it returns the jobs it still holds. `run` does the job and writes
 * its outcome on the condition that the lease is still ours.
 *
 * Invariant: a job is run by one process at a time as long as that process is alive and can reach the database; when it dies, the lease
 * expires and another process takes the job over within `leaseMs` plus `idleMs`. A job therefore runs at least once, and
 * `run` must bear running again. A job whose lease was lost is told so by its signal.
 *
 * The loop claims again as soon as there is room and the last claim found something; otherwise it waits for `wake` or for
 * the timer. `stop` claims nothing more, lets running jobs end for `drainMs`, then aborts them; their leases expire.
 */
export interface WorkSource<Job> {
  /** `running` are the jobs this loop runs already. */
  claim(limit: number, running: readonly Job[]): Promise<Job[]>
  /** Extends the leases of these jobs and returns those that are still held. */
  extend(jobs: Job[]): Promise<Job[]>
  run(job: Job, signal: AbortSignal): Promise<void>
  /** Gives back jobs that were claimed but will not be begun, so that nobody waits for their leases to expire. */
  release?(jobs: Job[]): Promise<void>
  /** How long nothing becomes due, where the source knows: then an idle loop looks again after that, `idleMs` at most. */
  restMs?(): Promise<number>
}

export interface LoopOptions {
  name: string
  concurrency: number
  batch: number
  /** Places that must be free before work is claimed while other work runs; 1 where each place is filled at once. */
  refill?: number
  leaseMs: number
  /** The longest time without looking for work, for jobs that become due by time. */
  idleMs: number
  drainMs: number
  log: Log
}

export interface Loop {
  /** There may be work: look at once. */
  wake(): void
  stop(): Promise<void>
  readonly running: number
}

export function startLoop<Job>(source: WorkSource<Job>, options: LoopOptions): Loop {
  const { log } = options
  const running = new Map<Job, { abort: AbortController; done: Promise<void> }>()
  let stopping = false
  let claiming = false
  let wokenWhileClaiming = false
  let mayBeMore = true
  let lastClaim: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  /** Runs while there are leases to extend. */
  let heartbeat: NodeJS.Timeout | undefined

  const failed = (error: unknown) => log.error({ error, worker: options.name }, 'A worker failed by a bug')
  const lookNow = guarded(failed, look)

  function schedule(milliseconds: number): void {
    clearTimeout(timer)
    if (!stopping) timer = setTimeout(lookNow, milliseconds)
  }

  function begin(job: Job): void {
    const abort = new AbortController()
    const done = source
      .run(job, abort.signal)
      .catch((error) => {
        if (isDatabaseAway(error))
          log.warn({ ...briefly(error), worker: options.name }, 'A job lost the database; its lease will expire')
        else log.error({ error, worker: options.name }, 'A job failed in an unforeseen way; its lease will expire')
      })
      .finally(() => {
        running.delete(job)
        // What a job leaves to be done soon was not due when the loop last asked how long it may rest.
        if (mayBeMore || source.restMs !== undefined) lookNow()
      })
    running.set(job, { abort, done })
    heartbeat ??= setInterval(guarded(failed, extendAll), Math.max(10, options.leaseMs / 3)).unref()
  }

  async function look(): Promise<void> {
    if (stopping) return
    if (claiming) {
      wokenWhileClaiming = true
      return
    }
    const room = Math.min(options.batch, options.concurrency - running.size)
    if (room <= 0 || (running.size > 0 && room < (options.refill ?? 1))) return
    claiming = true
    wokenWhileClaiming = false
    const { promise, resolve: claimed } = Promise.withResolvers<void>()
    lastClaim = promise
    let rest = options.idleMs
    try {
      const jobs = await source.claim(room, [...running.keys()])
      mayBeMore = jobs.length >= room
      if (jobs.length === 0 && source.restMs !== undefined) rest = Math.min(rest, await source.restMs())
      failures = 0
      if (stopping) await source.release?.(jobs)
      else for (const job of jobs) begin(job)
    } catch (error) {
      failures += 1
      log.warn({ ...briefly(error), worker: options.name }, 'Work could not be claimed; trying again')
    }
    claiming = false
    claimed()
    if (failures > 0) schedule(Math.min(options.idleMs, 100 * 2 ** Math.min(failures, 6)))
    else if (mayBeMore || wokenWhileClaiming) lookNow()
    if (failures === 0) schedule(rest)
  }

  async function extendAll(): Promise<void> {
    const jobs = [...running.keys()]
    if (jobs.length === 0) {
      clearInterval(heartbeat)
      heartbeat = undefined
      return
    }
    try {
      const held = new Set(await source.extend(jobs))
      for (const job of jobs) if (!held.has(job)) running.get(job)?.abort.abort(new Error('lease lost'))
    } catch (error) {
      log.warn({ ...briefly(error), worker: options.name }, 'Leases could not be extended')
    }
  }

  lookNow()

  return {
    wake() {
      mayBeMore = true
      lookNow()
    },
    get running() {
      return running.size
    },
    async stop() {
      stopping = true
      clearTimeout(timer)
      await lastClaim
      const all = Promise.all([...running.values()].map((entry) => entry.done))
      const limit = setTimeout(() => {
        for (const entry of running.values()) entry.abort.abort(new Error('stopping'))
      }, options.drainMs)
      await all
      clearTimeout(limit)
      clearInterval(heartbeat)
    },
  }
}
