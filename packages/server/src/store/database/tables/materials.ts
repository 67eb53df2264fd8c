import type { RangeEvent } from '../../../domain/material/advisory.ts'
import type { ExceptionState } from '../../../domain/material/finding.ts'
import type { Severity } from '../../../domain/material/severity.ts'
import type { Json, OptionalTime, Time } from './core.ts'

export interface MaterialTables {
  sbom: {
    listing_id: string
    image_digest: string
    document: string | null
    failure: string | null
    unread: Json<{ path: string; reason: string }[]>
    made_at: Time
    unpacked_bytes: number | null
  }
  sbom_package: {
    listing_id: string
    image_digest: string
    number: number
    ecosystem: string | null
    ecosystem_base: string | null
    name: string
    version: string
    matched_name: string
    matched_version: string
    purl: string
  }
  advisory: {
    id: string
    summary: string
    severity: Severity
    score: number | null
    aliases: Json<string[]>
    withdrawn_at: OptionalTime
    published_at: OptionalTime
    modified_at: Time
  }
  advisory_affected: {
    advisory_id: string
    number: number
    ecosystem: string
    ecosystem_base: string
    package: string
    ranges: Json<{ events: RangeEvent[] }[]>
    versions: Json<string[]>
  }
  advisory_data: {
    ecosystem: string
    advisories: number
    newest_at: OptionalTime
    imported_at: Time
  }
  finding: {
    listing_id: string
    image_digest: string
    advisory_id: string
    ecosystem: string
    package: string
    installed: string
    fixed: Json<string[]>
    first_seen_at: Time
  }
  finding_exception: {
    id: string
    listing_id: string
    advisory: string
    package: string | null
    status: ExceptionState
    reason: string
    author: string
    until: Time
    created_at: Time
    ended_at: OptionalTime
  }
}
