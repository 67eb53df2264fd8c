import type { ColumnType } from 'kysely'
import type { PromotionState } from '../../../domain/promotion/promotion.ts'
import type { Gates } from '../../../domain/trial/gates.ts'
import type { Json, OptionalTime, Time } from './core.ts'

export interface PromotionTables {
  promotion: {
    id: string
    listing_id: string
    release_id: string
    state: PromotionState
    waves: ColumnType<number[], number[], number[]>
    wave: number
    every_hours: number
    gates: Json<Gates>
    reason: string | null
    created_by: string
    created_at: Time
    wave_at: Time
    ended_at: OptionalTime
  }
}
