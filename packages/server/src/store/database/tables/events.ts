import type { StoredDeliveryState } from '@mkt/contract/states'
import type { ColumnType, Generated } from 'kysely'
import type { LocatorKind } from '../../../domain/activity/locators.ts'
import type { Forwarding } from '../../../domain/delivery/forwarding.ts'
import type { GonePath } from '../../../domain/delivery/route-health.ts'
import type { PricedPeril } from '../../../domain/pricing/read-prices.ts'
import type { TrafficKind } from '../../../domain/traffic/traffic.ts'
import type { Json, OptionalTime, Time } from './core.ts'

export type PauseReason = 'failing' | 'gone'
export type CallKind = 'autofill' | 'rater' | 'other' | 'public'

interface AttemptRow {
  id: string
  event_id: string
  number: number
  probe: Generated<boolean>
  at: Time
  duration_ms: number
  status: number | null
  error: string | null
  /** Sealed beginning of the answer. */
  answer: Buffer | null
  answer_size: Generated<number>
  instance_id: string | null
  release_id: string | null
}

export interface EventTables {
  account_erasure: {
    organization_id: string
    event_id: string
    installation_id: string
    repeat_key: Buffer | null
    due_at: Time
    done_at: OptionalTime
    /** Sealed, where the report was for the platform alone; gone when the erasure is done. */
    account: Buffer | null
    carried_out: Generated<boolean>
  }
  late_erasure: {
    organization_id: string
    id: string
    installation_id: string
    locators: Buffer | null
    at: Time
    due_at: Time
    looks: Generated<number>
  }
  activity_locator: {
    organization_id: string
    locator: string
    /** The id of the entry without its prefix: sorts by time. */
    place: string
    entry_id: string
    installation_id: string
    kind: LocatorKind
  }
  call_payload: {
    call_id: string
    installation_id: string
    organization_id: string
    sealed: Buffer
    at: Time
  }
  event: {
    id: string
    installation_id: string
    organization_id: string
    listing_id: string
    path: string
    query: Generated<string>
    type: string | null
    repeat_key: Buffer | null
    content_type: string | null
    traceparent: string | null
    /** Who sent it, and by which of our addresses; null for what came before this was kept. */
    forwarding: Json<Forwarding> | null
    /** Sealed; null once the time it is kept is over. */
    body: Buffer | null
    size: number
    received_at: Time
    state: StoredDeliveryState
    reason: string | null
    due_at: Time
    leased_by: string | null
    /** Attempts made, shown to people and sent as the attempt's number. */
    attempt_count: Generated<number>
    /** Attempts spent of the schedule; a replay starts over. */
    step: Generated<number>
    /** Crashes of an instance while it was handling this delivery. */
    crashes: Generated<number>
    last_status: number | null
    last_attempt_at: OptionalTime
    settled_at: OptionalTime
    /** The first attempt, if it succeeded; others are rows of their own. */
    first_id: string | null
    first_at: OptionalTime
    first_ms: number | null
    first_status: number | null
    /** Sealed. */
    first_answer: Buffer | null
    first_answer_size: number | null
    first_instance_id: string | null
    first_release_id: string | null
  }
  /** Which worker sends the events of a route at the moment. */
  delivery_lease: {
    installation_id: string
    lease_holder: string
    lease_until: Time
  }
  attempt: AttemptRow & { organization_id: string }
  /** A view of every attempt, wherever it is kept. */
  delivery_attempt: AttemptRow
  field_use: {
    organization_id: string
    installation_id: string
    day: Time
    release_id: string
    name: string
    sent: number
    changed: number
    unread: Generated<number>
  }
  route_health: {
    installation_id: string
    failing_since: OptionalTime
    failed_attempts: Generated<number>
    warned_at: OptionalTime
    paused_at: OptionalTime
    pause_reason: PauseReason | null
    paused_release_id: string | null
    probe_at: OptionalTime
    gone_paths: ColumnType<Record<string, GonePath>, string | undefined, string>
    dead_told_to: OptionalTime
    dead_told_at: OptionalTime
  }
  call: {
    id: string
    installation_id: string
    organization_id: string
    listing_id: string
    kind: CallKind
    method: string
    path: string
    at: Time
    status: number
    code: string | null
    duration_ms: number
    request_size: number
    answer_size: number
    instance_id: string | null
    request_id: string
    trace_id: string | null
    fallback: 'skipped' | 'last' | null
    app_status: number | null
    /** Masked and sealed. */
    app_message: Buffer | null
    /** Sent by the platform to try the installation. */
    test: Generated<boolean>
  }
  tenant_call: {
    id: string
    installation_id: string
    organization_id: string
    listing_id: string
    release_id: string
    method: string
    path: string
    at: Time
    status: number
    code: string | null
    duration_ms: number
    request_size: number
    answer_size: number
    request_id: string
    trace_id: string
  }
  trace_span: {
    id: Generated<string>
    trace_id: string
    kind: 'stateRead' | 'span'
    listing_id: string
    installation_id: string | null
    name: string
    at: Time
    duration_ms: number
    failed: boolean
  }
  pricing: {
    id: string
    installation_id: string
    organization_id: string
    at: Time
    release_id: string
    version: string
    release_digest: string
    revision: number
    path: string
    status: number
    code: string | null
    fallback: 'skipped' | 'last' | null
    policy_locator: string | null
    product: string | null
    operation: string | null
    perils: Json<PricedPeril[]>
    currency: string | null
  }
  last_answer: {
    installation_id: string
    request_digest: Buffer
    organization_id: string
    sealed: Buffer
    /** Null where the former release kept the answer. */
    request: Buffer | null
    at: Time
  }
  traffic: TrafficTable
  traffic_minute: TrafficTable
}

interface TrafficTable {
  organization_id: string
  installation_id: string
  slot: Time
  kind: TrafficKind
  requests: number
  failed: number
  classes: number[]
  slowest_ms: Generated<number>
}
