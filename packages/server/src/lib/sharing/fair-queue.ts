import { guarded } from '../guarded.ts'
import { networksOfParty } from './address-party.ts'

/** Why a task did not run: too many wait, too many of the same party wait, or its turn came too late. */
export class QueueFull extends Error {
  readonly reason: 'full' | 'party' | 'late'
  constructor(reason: 'full' | 'party' | 'late') {
    super(`The queue did not take the task: ${reason}.`)
    this.reason = reason
  }
}

export interface FairQueueLimits {
  /** Tasks that run at the same time. */
  running: number
  /** Of one party; all of them where it is not said. */
  runningPerParty?: number
  /** Tasks that wait, of everybody and of one party; of parties in one larger IPv6 network together, a few times as many. */
  waiting: number
  waitingPerParty: number
  /** How long a task waits for its turn. */
  waitMs: number
}

export interface FairQueue {
  /** A task may say how long its party rests before its next one. */
  run<T>(party: string, task: (rest: (milliseconds: number) => void) => Promise<T>): Promise<T>
  /** How many wait and run at the moment. */
  size(): { waiting: number; running: number }
}

interface Waiting {
  start(): void
  timer: NodeJS.Timeout
}

/** Runs few tasks at a time and takes turns between parties, so that the many tasks of one delay the others by one task each. */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  /** In the order of their turns: a party that had its turn moves to the end. */
  const parties = new Map<string, Waiting[]>()
  const busy = new Map<string, number>()
  /** How many wait, by network. */
  const crowds = new Map<string, number>()
  const resting = new Set<string>()
  const perParty = limits.runningPerParty ?? limits.running
  let waiting = 0
  let running = 0

  const mayRun = (party: string) => running < limits.running && (busy.get(party) ?? 0) < perParty && !resting.has(party)

  function begin(party: string): void {
    running += 1
    busy.set(party, (busy.get(party) ?? 0) + 1)
  }

  function end(party: string): void {
    running -= 1
    const left = (busy.get(party) ?? 1) - 1
    if (left === 0) busy.delete(party)
    else busy.set(party, left)
  }

  function count(party: string, by: 1 | -1): void {
    waiting += by
    for (const { name } of networksOfParty(party)) {
      const crowd = (crowds.get(name) ?? 0) + by
      if (crowd === 0) crowds.delete(name)
      else crowds.set(name, crowd)
    }
  }

  const isCrowded = (party: string) =>
    networksOfParty(party).some(({ name, shares }) => (crowds.get(name) ?? 0) >= limits.waitingPerParty * shares)

  function remove(party: string, one: Waiting): void {
    const own = parties.get(party)?.filter((other) => other !== one) ?? []
    if (own.length === 0) parties.delete(party)
    else parties.set(party, own)
    count(party, -1)
  }

  /** Hands the place that became free to the party whose turn it is. */
  function next(): void {
    for (const [party, [first, ...rest]] of parties) {
      if (!mayRun(party)) continue
      parties.delete(party)
      if (rest.length > 0) parties.set(party, rest)
      count(party, -1)
      clearTimeout(first?.timer)
      first?.start()
      return
    }
  }

  function rest(party: string, milliseconds: number): void {
    resting.add(party)
    const rested = () => {
      resting.delete(party)
      next()
    }
    setTimeout(guarded(rested, rested), milliseconds).unref()
  }

  async function place(party: string): Promise<void> {
    if (mayRun(party)) {
      begin(party)
      return
    }
    if (isCrowded(party)) throw new QueueFull('party')
    if (waiting >= limits.waiting) throw new QueueFull('full')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const start = () => {
      begin(party)
      resolve()
    }
    const late = () => {
      remove(party, one)
      reject(new QueueFull('late'))
    }
    const one: Waiting = { start, timer: setTimeout(guarded(reject, late), limits.waitMs) }
    parties.set(party, [...(parties.get(party) ?? []), one])
    count(party, 1)
    await promise
  }

  return {
    async run(party, task) {
      await place(party)
      try {
        return await task((milliseconds) => rest(party, milliseconds))
      } finally {
        end(party)
        next()
      }
    },
    size: () => ({ waiting, running }),
  }
}
