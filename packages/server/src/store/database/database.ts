import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { sharedByParty } from './ask-as.ts'
import type { AlertTables } from './tables/alerts.ts'
import type { CoreTables } from './tables/core.ts'
import type { DeploymentTables } from './tables/deployments.ts'
import type { EventTables } from './tables/events.ts'
import type { IdentityTables } from './tables/identity.ts'
import type { ImageTables } from './tables/images.ts'
import type { InstallationTables } from './tables/installations.ts'
import type { MaterialTables } from './tables/materials.ts'
import type { ModerationTables } from './tables/moderation.ts'
import type { PromotionTables } from './tables/promotions.ts'
import type { PublishingTables } from './tables/publishing.ts'
import type { TenantTables } from './tables/tenants.ts'
import type { TrialTables } from './tables/trials.ts'

/** All tables. Each group of tables has a file of types in `tables/` and joins here. */
export interface Database
  extends AlertTables,
    CoreTables,
    DeploymentTables,
    EventTables,
    PublishingTables,
    IdentityTables,
    ImageTables,
    InstallationTables,
    MaterialTables,
    ModerationTables,
    PromotionTables,
    TenantTables,
    TrialTables {}

/** A connection pool or an open transaction: every function of the store takes it first. */
export type Db = Kysely<Database>

/** A request waits `waitMs` for its turn at a connection. */
export function createDatabase(pool: pg.Pool, waitMs?: number): Db {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: sharedByParty(pool, waitMs) }) })
}
