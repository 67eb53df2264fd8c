import type { ListChoice, MailTopic, PlatformRole, Role, Scope } from '@mkt/contract/api'
import type { Variant } from '@mkt/manifest'
import type { ColumnType, Generated } from 'kysely'
import type { SessionMethod } from '../../../domain/accounts/assurance.ts'
import type { DataSheet, DataSheetLine } from '../../../domain/listing/data-sheet.ts'
import type { ListingState } from '../../../domain/listing/listing.ts'
import type { DefaultTime, Json, OptionalTime, Time } from './core.ts'

export interface PublishingTables {
  person: {
    id: string
    email: string
    name: Generated<string>
    password_hash: string | null
    platform_role: PlatformRole | null
    disabled_at: OptionalTime
    created_at: DefaultTime
    time_zone: string | null
    locale: string | null
    no_mail_about: Generated<MailTopic[]>
  }
  list_choice: {
    person_id: string
    list: string
    choice: Json<ListChoice>
  }
  organization: {
    id: string
    name: string
    title: string
    disabled_at: OptionalTime
    disabled_reason: string | null
    require_mfa: Generated<boolean>
    created_at: DefaultTime
  }
  member: {
    organization_id: string
    person_id: string
    role: Role
    created_at: DefaultTime
  }
  api_key: {
    id: string
    organization_id: string
    name: string
    client_id: string
    secret_hash: Buffer
    previous_hash: Buffer | null
    previous_until: OptionalTime
    scopes: Scope[]
    created_by: string | null
    created_at: DefaultTime
    last_used_at: OptionalTime
    revoked_at: OptionalTime
  }
  session: {
    id: string
    token_hash: Buffer
    person_id: string | null
    api_key_id: string | null
    secret_hash: Buffer | null
    address: string | null
    user_agent: string | null
    created_at: DefaultTime
    seen_at: DefaultTime
    expires_at: Time
    method: Generated<SessionMethod>
    proved_at: DefaultTime
    factor_at: OptionalTime
    last_address: string | null
    connection_id: string | null
    provider_factor: Generated<boolean>
    organization_id: string | null
  }
  sign_in_attempt: {
    account_hash: Buffer
    address: string
    failed: number
    locked_until: OptionalTime
    at: Time
  }
  one_time_link: {
    id: string
    token_hash: Buffer
    kind: 'invitation' | 'password'
    email: string
    organization_id: string | null
    role: 'admin' | 'operations' | 'developer' | 'viewer' | null
    person_id: string | null
    created_by: string | null
    created_at: DefaultTime
    expires_at: Time
    used_at: OptionalTime
  }
  listing: {
    id: string
    organization_id: string
    app_name: string
    name: string
    title: string
    variant: Variant
    state: ListingState | null
    summary: Generated<string>
    about: Generated<string>
    requirements: Generated<string>
    about_html: Generated<string>
    requirements_html: Generated<string>
    html_rules: Generated<number>
    category: Generated<string>
    support_contact: Generated<string>
    links: ColumnType<{ title: string; url: string }[], string | undefined, string>
    draft_manifest: Json<Record<string, unknown>> | null
    current_release_id: string | null
    promoted_release_id: string | null
    suspended_reason: string | null
    installations_stopped: Generated<boolean>
    signed_releases_only: Generated<boolean>
    data_sheet: ColumnType<DataSheet, string | undefined, string>
    revision: Generated<number>
    created_at: DefaultTime
    updated_at: DefaultTime
    published_at: OptionalTime
    search: ColumnType<string, never, never>
  }
  data_sheet_check: {
    listing_id: string
    line: DataSheetLine
    value: ColumnType<unknown, string, string>
    checked_by: string
    checked_at: Time
  }
  publisher_key: {
    id: string
    organization_id: string
    name: string
    public_key: string
    fingerprint: string
    algorithm: string
    created_by: string
    created_at: DefaultTime
    retired_at: OptionalTime
  }
  picture: {
    id: string
    listing_id: string
    kind: 'logo' | 'screenshot'
    width: number
    height: number
    bytes: Buffer
    created_at: DefaultTime
    /** False while a moderator has not approved it. */
    shown: Generated<boolean>
  }
  variable: {
    listing_id: string
    name: string
    sealed: Buffer
    updated_at: DefaultTime
  }
  audit: {
    id: string
    at: DefaultTime
    organization_id: string | null
    actor_kind: string
    actor_id: string
    actor_label: string
    address: string | null
    request_id: string | null
    action: string
    subject_kind: string
    subject_id: string
    details: Json<Record<string, unknown>>
  }
}
