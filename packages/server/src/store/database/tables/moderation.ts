import type { ColumnType } from 'kysely'
import type { ReviewState } from '../../../domain/moderation/review.ts'
import type { Words } from '../../../domain/moderation/words.ts'
import type { DefaultTime, OptionalTime } from './core.ts'

export interface ModerationTables {
  review: {
    id: string
    listing_id: string
    release_id: string
    state: ReviewState
    words: ColumnType<Words | null, string | null | undefined, string | null>
    reason: string | null
    opened_by: string
    decided_by: string | null
    created_at: DefaultTime
    decided_at: OptionalTime
  }
  review_message: {
    id: string
    review_id: string
    author: string
    moderator: boolean
    text: string
    at: DefaultTime
  }
  notification: {
    id: string
    person_id: string
    organization_id: string | null
    kind: string
    title: string
    text: string
    link: string | null
    created_at: DefaultTime
    read_at: OptionalTime
    mailed_at: OptionalTime
    mail_lease_until: OptionalTime
  }
}
