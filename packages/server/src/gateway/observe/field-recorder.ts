import { setTimeout as delay, setImmediate as yieldToOthers } from 'node:timers/promises'
import { limits } from '@mkt/contract/limits'
import { guarded } from '../../lib/guarded.ts'
import { briefly, type Log } from '../../lib/log.ts'
import { createHalfShare } from '../../lib/sharing/half-share.ts'
import { Turns } from '../../lib/sharing/turns.ts'
import type { Pool } from '../../store/database/pool.ts'
import { addFieldUses, type FieldUses } from '../../store/field/field-uses.ts'
import type { HeldCall, HeldCallObserver } from './held-call.ts'
import { readLargeBodies } from './large-bodies.ts'

const usual = {
  /** A larger body is not read. */
  bodyBytes: limits.fieldBody.value,
  /** Bodies that may wait to be read. */
  waitingBytes: 16 * 1024 * 1024,
  /** Names of an installation and day that are kept. */
  names: limits.fieldNames.value,
  /** Names that may wait for the database, over all installations. */
  waitingNames: 20_000,
  flushMs: 5_000,
}

const nothing = { names: [], overflow: 0 }

type Counts = FieldUses['fields'][number]
type Waiting = Omit<FieldUses, 'fields'> & { fields: Map<string, Counts> }

/**
 * Keeps the names of policy fields that applications were sent and changed, never values: beside the calls, none waits for it. Bodies are
 * read one at a time and added up; sums are written every few seconds and wait for a database that is away. What is beyond the bounds
 * is counted.
 */
export function createFieldRecorder(pool: Pool, log: Log, change: Partial<typeof usual> = {}): HeldCallObserver {
  const most = { ...usual, ...change }
  const unread = new Turns<HeldCall>()
  const unreadBytes = createHalfShare(most.waitingBytes)
  let waiting = new Map<string, Waiting>()
  let waitingNames = 0
  let reading: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const failed = (error: unknown) => log.error({ error }, 'Keeping the names of fields failed by a bug')

  function usesOf({ route: { organizationId, installationId, releaseId }, at }: HeldCall): Waiting {
    const day = at.toISOString().slice(0, 10)
    const key = `${installationId} ${releaseId} ${day}`
    const uses = waiting.get(key) ?? { organizationId, installationId, releaseId, day, fields: new Map() }
    waiting.set(key, uses)
    timer ??= setTimeout(guarded(failed, flush), most.flushMs).unref()
    return uses
  }

  function count(uses: Waiting, name: string, kind: 'sent' | 'changed' | 'unread', by = 1): void {
    const known = uses.fields.get(name)
    const hasRoom = known !== undefined || (uses.fields.size <= most.names && waitingNames < most.waitingNames)
    const kept = hasRoom ? name : ''
    const counts = uses.fields.get(kept) ?? { name: kept, sent: 0, changed: 0, unread: 0 }
    if (!uses.fields.has(kept)) waitingNames += 1
    counts[kind] += by
    uses.fields.set(kept, counts)
  }

  async function read(): Promise<void> {
    try {
      await readAll()
    } catch (error) {
      failed(error)
    } finally {
      reading = undefined
    }
  }

  async function readAll(): Promise<void> {
    for (let call = unread.shift(); call !== undefined; call = unread.shift()) {
      await yieldToOthers()
      const uses = usesOf(call)
      const isAnswered = call.fallback === null && call.answer.length > 0
      for (const [kind, body] of [
        ['sent', call.request],
        ['changed', isAnswered ? call.answer : Buffer.alloc(0)],
      ] as const) {
        const found = await readLargeBodies(call.route.installationId, { ask: 'names', body })
        if (found === undefined) count(uses, '', 'unread')
        const { names, overflow } = found ?? nothing
        for (const name of names) count(uses, name, kind)
        if (overflow > 0) count(uses, '', kind, overflow)
      }
      unreadBytes.give(call.route.installationId, sizeOf(call))
    }
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write).catch(failed)
  }

  async function write(): Promise<void> {
    const batch = waiting
    waiting = new Map()
    waitingNames = 0
    for (const [key, uses] of batch) {
      try {
        await addFieldUses(pool, { ...uses, fields: [...uses.fields.values()] }, most.names)
        batch.delete(key)
      } catch (error) {
        log.warn(briefly(error), 'Names of fields could not be written; trying again')
        return keepForLater(batch)
      }
    }
  }

  /** Adds unwritten counts to new ones. */
  function keepForLater(batch: Map<string, Waiting>): void {
    for (const [key, uses] of batch) {
      const later = waiting.get(key) ?? { ...uses, fields: new Map() }
      waiting.set(key, later)
      for (const { name, ...counts } of uses.fields.values())
        for (const kind of ['sent', 'changed', 'unread'] as const)
          if (counts[kind] > 0) count(later, name, kind, counts[kind])
    }
    timer ??= setTimeout(guarded(failed, flush), most.flushMs).unref()
  }

  return {
    observe(call) {
      const size = sizeOf(call)
      const { installationId } = call.route
      if (size > most.bodyBytes || !unreadBytes.take(installationId, size)) return count(usesOf(call), '', 'unread')
      unread.push(call, [installationId])
      reading ??= read()
    },
    async drain() {
      await reading
      flush()
      await Promise.race([writing, delay(5_000, undefined, { ref: false })])
      clearTimeout(timer)
    },
  }
}

function sizeOf(call: HeldCall): number {
  return call.request.length + call.answer.length
}
