import type pg from 'pg'
import { guarded } from '../../lib/guarded.ts'
import { briefly, type Log } from '../../lib/log.ts'
import { type CatchUp, CHANNEL, catchUpQuery, horizonQuery } from './changes.ts'
import { DatabaseClient } from './database-client.ts'
import { databaseIdentity } from './database-identity.ts'
import { clientConfig, type PoolAddress } from './pool.ts'
import type { Topic } from './topics.ts'

/**
 * Hears of changes. `changed` may be told the same change twice, and may resolve when its view is new; `reset` means that changes may
 * have been missed, or are undone: read everything again.
 */
export interface ChangeListener {
  changed(subject: string): void | Promise<void>
  reset?(): void
}

/**
 * The change feed of one process: one connection that listens. After a break it catches up exactly from the last point it knows
 * (see `changes.ts`), so a listener that reacts to every `changed` and `reset` is never left with an old view for longer than the break.
 */
export interface ChangeFeed {
  /**
   * Tells the listeners of this process at once, after the commit: a process that acknowledged a change must not serve the old
   * view again, and the notification may still be on its way. The feed tells them a second time. Resolves when they have a new view.
   */
  tell(topic: Topic, subject: string): Promise<void>
  subscribe(topic: Topic, listener: ChangeListener | ((subject: string) => void)): () => void
  /** Whether changes arrive at this moment. */
  readonly connected: boolean
  onConnected(listener: (connected: boolean) => void): () => void
  /** Resolves when connected for the first time; read your first view after this. */
  ready(): Promise<void>
  close(): Promise<void>
}

/** How often a quiet connection is checked, and how long the server may take: after both, a silent server counts as lost. */
const times = { checkEveryMs: 10_000, checkLimitMs: 5_000 }
const RETRY_MIN_MS = 100
const RETRY_MAX_MS = 5_000

export function createChangeFeed(address: PoolAddress, log: Log, { checkEveryMs, checkLimitMs } = times): ChangeFeed {
  const listeners = new Map<string, Set<ChangeListener>>()
  const watchers = new Set<(connected: boolean) => void>()
  const first = Promise.withResolvers<void>()
  let horizon: string | undefined
  let identity: string | undefined
  let client: pg.Client | undefined
  let connected = false
  let closed = false
  let wait = RETRY_MIN_MS
  let timer: NodeJS.Timeout | undefined

  function failed(error: unknown): void {
    log.error({ error }, 'The change feed failed by a bug')
  }

  async function tell(listener: ChangeListener, act: () => void | Promise<void>): Promise<void> {
    try {
      await act()
    } catch (error) {
      log.error({ error, listener: listener.changed.name }, 'A change listener failed')
    }
  }

  async function changed(topic: string, subject: string): Promise<void> {
    const told = [...(listeners.get(topic) ?? [])]
    await Promise.all(told.map((listener) => tell(listener, () => listener.changed(subject))))
  }

  function resetAll(): void {
    for (const group of listeners.values()) for (const listener of group) void tell(listener, () => listener.reset?.())
  }

  function setConnected(next: boolean): void {
    if (connected === next) return
    connected = next
    for (const watcher of watchers) guarded(failed, watcher)(next)
  }

  function later(act: () => Promise<void>, milliseconds: number): void {
    if (closed) return
    timer = setTimeout(guarded(failed, act), milliseconds)
    timer.unref()
  }

  function lost(broken: pg.Client, reason: unknown): void {
    if (client !== broken) return
    client = undefined
    clearTimeout(timer)
    setConnected(false)
    broken.end().catch(() => {})
    if (closed) return
    log.warn(briefly(reason), 'The change feed lost the database and connects again')
    later(connect, wait)
    wait = Math.min(wait * 2, RETRY_MAX_MS)
  }

  async function connect(): Promise<void> {
    const next = new DatabaseClient(
      clientConfig(address, { name: 'mkt changes', statementTimeoutMs: times.checkLimitMs }),
    )
    client = next
    next.on(
      'error',
      guarded(failed, (error: Error) => lost(next, error)),
    )
    next.on(
      'end',
      guarded(failed, () => lost(next, new Error('Connection terminated'))),
    )
    next.on(
      'notification',
      guarded(failed, (message: pg.Notification) => {
        const [, topic, subject] = (message.payload ?? '').split(' ')
        if (topic !== undefined && subject !== undefined) return changed(topic, subject)
      }),
    )
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
      await catchUp(next)
    } catch (error) {
      lost(next, error)
      return
    }
    if (client !== next) return
    wait = RETRY_MIN_MS
    setConnected(true)
    first.resolve()
    later(() => check(next), checkEveryMs)
  }

  async function catchUp(current: pg.Client): Promise<void> {
    const former = identity
    identity = await databaseIdentity(current)
    if (horizon === undefined || (former !== undefined && former !== identity)) {
      horizon = (await current.query<{ horizon: string }>(horizonQuery)).rows[0]?.horizon
      if (former === undefined) return
      // A promoted standby may lack the last commits of the former primary, and counts its own transactions from there on.
      log.warn(
        { former, identity },
        'The change feed reached another database history; everything in memory is read again',
      )
      resetAll()
      return
    }
    const missed = (await current.query<CatchUp>(catchUpQuery, [horizon])).rows[0]
    if (!missed) return
    horizon = missed.horizon
    if (missed.missed) resetAll()
    else for (const [topic, subject] of missed.changes) changed(topic, subject).catch(failed)
  }

  /** Moves the horizon forward while all is well, and notices a connection that is dead without saying so. */
  async function check(current: pg.Client): Promise<void> {
    const limit = setTimeout(
      guarded(failed, () => lost(current, new Error('Query read timeout'))),
      checkLimitMs,
    )
    try {
      const answer = await current.query<{ horizon: string }>(horizonQuery)
      if (client === current) horizon = answer.rows[0]?.horizon ?? horizon
      later(() => check(current), checkEveryMs)
    } catch (error) {
      lost(current, error)
    } finally {
      clearTimeout(limit)
    }
  }

  connect().catch(failed)

  return {
    tell: changed,
    subscribe(topic, listener) {
      const entry = typeof listener === 'function' ? { changed: listener } : listener
      const group = listeners.get(topic) ?? new Set()
      listeners.set(topic, group.add(entry))
      return () => group.delete(entry)
    },
    get connected() {
      return connected
    },
    onConnected(listener) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
    ready: () => first.promise,
    async close() {
      closed = true
      clearTimeout(timer)
      const current = client
      client = undefined
      setConnected(false)
      await current?.end().catch(() => {})
    },
  }
}
