import type { ColumnType, Generated } from 'kysely'
import type { ConformanceRecord } from '../../../domain/release/conformance.ts'
import type { ReleaseState, RollbackState } from '../../../domain/release/release.ts'
import type { Finding } from '../../../domain/release/release-check.ts'
import type { DefaultTime, Json, OptionalTime } from './core.ts'

/** A bigint column: the driver reads it as text. */
type Bytes = ColumnType<string, number | undefined, number>

export interface ImageTables {
  blob: {
    digest: string
    size: Bytes
    created_at: DefaultTime
    /** When a collector began to remove its bytes. */
    removing_at: OptionalTime
  }
  blob_link: {
    listing_id: string
    digest: string
    created_at: DefaultTime
  }
  blob_upload: {
    id: string
    listing_id: string
    size: Bytes
    created_at: DefaultTime
    touched_at: DefaultTime
    /** Who writes to it: one request. */
    lease_owner: string | null
    lease_until: OptionalTime
    /** Its name in the storage of images; null for its id. */
    stored_as: string | null
  }
  image: {
    listing_id: string
    digest: string
    media_type: string
    artifact_type: string | null
    subject_digest: string | null
    annotations: Json<Record<string, string>>
    bytes: Buffer
    created_at: DefaultTime
  }
  image_part: {
    listing_id: string
    image_digest: string
    digest: string
    kind: 'blob' | 'image'
  }
  image_tag: {
    listing_id: string
    name: string
    digest: string
    updated_at: DefaultTime
  }
  release: {
    id: string
    listing_id: string
    version: string
    major: number
    minor: number
    patch: number
    manifest: Json<Record<string, unknown>>
    manifest_text: string
    image_digest: string
    state: ReleaseState
    approved: Generated<boolean>
    approved_at: OptionalTime
    promoted_at: OptionalTime
    problems: ColumnType<Finding[], string | undefined, string>
    warnings: ColumnType<Finding[], string | undefined, string>
    failure: string | null
    /** Markdown. */
    notes: Generated<string>
    /** The same, sanitised. */
    notes_html: Generated<string>
    notes_rules: Generated<number>
    live_at: OptionalTime
    rollback_at: OptionalTime
    rollback_state: RollbackState | null
    rollback_failure: string | null
    conformance: ColumnType<ConformanceRecord | null, string | undefined, string>
    /** When an engine last got its image. */
    unpacked_at: OptionalTime
    created_at: DefaultTime
    created_by: string | null
  }
}
