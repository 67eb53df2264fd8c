import type { AlertKind, MailTopic } from '@mkt/contract/api'
import type { Generated } from 'kysely'
import type { OptionalTime, Time } from './core.ts'

export interface AlertTables {
  alert_rule: {
    id: string
    organization_id: string
    listing_id: string | null
    installation_id: string | null
    name: string
    kind: AlertKind
    threshold: number
    topics: Generated<MailTopic[]>
    watching_since: OptionalTime
    target: 'mail' | 'webhook' | 'slack'
    shown: string
    /** Address and secret. */
    sealed: Buffer
    quiet_from: string | null
    quiet_to: string | null
    time_zone: string
    created_by: string
    created_at: Time
    told_at: OptionalTime
    try_at: OptionalTime
    failures: Generated<number>
    problem: string | null
  }
  alert_state: {
    rule_id: string
    subject: string
    title: string
    text: string
    link: string
    since: Time
    told_at: OptionalTime
    ended_at: OptionalTime
  }
}
