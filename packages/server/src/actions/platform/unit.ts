import { type AuditAction, auditActions, type SubjectKind } from '@mkt/contract/api'
import { auditedTopics } from '../../domain/platform/audited-topics.ts'
import type { Topic } from '../../store/database/topics.ts'
import type { Trx } from '../../store/database/transaction.ts'
import type { AuditRow } from '../../store/platform/audits.ts'
import type { Origin } from './origin.ts'
import type { Platform } from './platform.ts'

/** The action, for the audit. Details never hold a secret. */
export interface Entry {
  /** The organization it concerns; null for what concerns the platform alone. */
  organizationId: string | null
  /** The thing it was done to; its kind follows from the action. */
  id: string
  details?: Record<string, unknown>
  /** The requester, if an earlier request asked for this change. */
  by?: Pick<AuditRow, 'actor' | 'address' | 'requestId'>
}

export interface RecordedEntry extends Entry {
  action: AuditAction
  subject: { kind: SubjectKind; id: string }
}

type How = 'recorded' | 'published' | 'unchanged'

/**
 * What the work of a unit came to. Only a unit makes one, so work cannot end without saying what it did: it recorded an
 * action, it published that something changed, or it changed nothing.
 */
class Outcome<Made extends How, Result = void> {
  readonly #made: Made
  readonly result: Result
  constructor(made: Made, result: Result) {
    this.#made = made
    this.result = result
  }
  /** The same outcome with a result for the caller of the action. */
  with<Other>(result: Other): Outcome<Made, Other> {
    return new Outcome(this.#made, result)
  }
}
export type Recorded<Result = void> = Outcome<'recorded', Result>
export type Published<Result = void> = Outcome<'published', Result>
export type Unchanged<Result = void> = Outcome<'unchanged', Result>

/**
 * One change to the data, inside its transaction. Actions that take part in a larger change are handed its unit instead of the
 * platform's database. Everything said to the unit is written with the change, or undone with it.
 */
export interface Unit extends Pick<Platform, 'clock' | 'random'> {
  readonly trx: Trx
  readonly origin: Origin
  /** The moment of the change. */
  readonly now: Date
  /** Adds an audit row. It marks the request as done, and tells followers of the audit and of the action's live topic. */
  record(action: AuditAction, entry: Entry): Recorded
  /** Tells followers of a topic to read these again. */
  changed(topic: Topic, ...subjects: readonly string[]): Published
  /** Says that there was nothing to do. */
  unchanged(): Unchanged
}

/** A unit together with what it was told, for `change` to write. */
export interface OpenUnit extends Unit {
  readonly entries: readonly RecordedEntry[]
  /** Topic → subjects, each once, in the order they were told. */
  readonly topics: ReadonlyMap<Topic, ReadonlySet<string>>
}

export function openUnit({ clock, random }: Pick<Platform, 'clock' | 'random'>, origin: Origin, trx: Trx): OpenUnit {
  const entries: RecordedEntry[] = []
  const topics = new Map<Topic, Set<string>>()
  function changed(topic: Topic, ...subjects: readonly string[]): Published {
    const known = topics.get(topic) ?? new Set()
    topics.set(topic, known)
    for (const subject of subjects) known.add(subject)
    return new Outcome('published', undefined)
  }
  return {
    clock,
    random,
    trx,
    origin,
    now: clock.now(),
    entries,
    topics,
    record(action, entry) {
      const recorded = { ...entry, action, subject: { kind: auditActions[action].subject, id: entry.id } }
      entries.push(recorded)
      for (const { topic, subject } of auditedTopics(recorded)) changed(topic, subject)
      return new Outcome('recorded', undefined)
    },
    changed,
    unchanged: () => new Outcome('unchanged', undefined),
  }
}
