import type { ColumnType, Generated } from 'kysely'

/** A time column: read as Date, written as Date or ISO text. */
export type Time = ColumnType<Date, Date | string, Date | string>
export type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
/** A time column that the database fills in. */
export type DefaultTime = ColumnType<Date, Date | string | undefined, Date | string>
/** A jsonb column: read as a value, written as its JSON text. */
export type Json<Value> = ColumnType<Value, string, string>

export interface CoreTables {
  data_key: {
    id: string
    organization_id: string
    wrapped: Buffer
    master_key_id: string
    created_at: DefaultTime
    retired_at: OptionalTime
  }
  audit_stream: {
    sink: string
    cursor: string
    held_until: OptionalTime
    sent_at: OptionalTime
  }
  change: {
    id: Generated<number>
    xid: Generated<string>
    topic: string
    subject: string
    at: DefaultTime
  }
  idempotency: {
    /** Who asked: keys of different callers never meet. */
    caller: string
    key: string
    /** The request that holds the key. */
    request_id: string | null
    /** Digest of method, path and body, so that a key used for another request is noticed. */
    fingerprint: string
    /** What the request took effect on, written by the transaction of the effect. */
    effect: Json<{ kind: string; id: string }> | null
    /** Null while the first request is still running, and forever when its answer was lost. */
    status: number | null
    headers: Json<Record<string, string> | null> | null
    body: Buffer | null
    /** The answer showed a secret and was kept without it. */
    secret_shown: Generated<boolean>
    locked_until: OptionalTime
    created_at: DefaultTime
  }
  process: {
    id: string
    host: string
    roles: string[]
    version: string
    report: Json<Record<string, unknown>>
    started_at: Time
    seen_at: Time
  }
  platform_fact: {
    name: string
    value: Json<unknown>
    updated_at: DefaultTime
  }
}
