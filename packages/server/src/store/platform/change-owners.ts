import type { CarriedKind } from '@mkt/contract/api'
import { shownStates } from '@mkt/contract/states'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

export interface ChangeOwner {
  organizationId: string
  /** Everyone signed in may know of it. */
  shared: boolean
  /** A test installation, or what belongs to one. */
  test: boolean
}

const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ')

/** Kinds of things that belong to an organization. */
export type OwnedKind = Exclude<CarriedKind, 'person'>

/** For each kind, whose the thing is. */
const owners: Record<OwnedKind, string> = {
  listing: `select organization_id as id, state in (${quoted(shownStates)}) as shared, false as test from listing where id = $1`,
  release: `select l.organization_id as id, r.promoted_at is not null as shared, false as test from release r join listing l on l.id = r.listing_id where r.id = $1`,
  review: `select l.organization_id as id, false as shared, false as test from review r join listing l on l.id = r.listing_id where r.id = $1`,
  deployment: `select l.organization_id as id, false as shared, false as test from deployment d join listing l on l.id = d.listing_id where d.id = $1`,
  installation: `select organization_id as id, false as shared, test from installation where id = $1`,
  tenant: `select organization_id as id, false as shared, false as test from tenant where id = $1`,
  organization: `select id, false as shared, false as test from organization where id = $1`,
}

/** Which of these installations belong to some organizations, and to which. */
export async function installationOwners(
  db: Db,
  ids: readonly string[],
  organizationIds: readonly string[],
): Promise<(ChangeOwner & { id: string })[]> {
  if (organizationIds.length === 0) return []
  return db
    .selectFrom('installation')
    .select(['id', 'organization_id as organizationId', 'test'])
    .select(sql<boolean>`false`.as('shared'))
    .where('id', 'in', [...ids])
    .where('organization_id', 'in', [...organizationIds])
    .execute()
}

/** Installations of some organizations that a deployment serves. */
export async function installationsServed(
  db: Db,
  deploymentId: string,
  organizationIds: readonly string[],
): Promise<(ChangeOwner & { id: string })[]> {
  if (organizationIds.length === 0) return []
  return db
    .selectFrom('installation')
    .innerJoin('deployment', 'deployment.release_id', 'installation.release_id')
    .select(['installation.id as id', 'installation.organization_id as organizationId', 'installation.test as test'])
    .select(sql<boolean>`false`.as('shared'))
    .where('deployment.id', '=', deploymentId)
    .where('installation.organization_id', 'in', [...organizationIds])
    .where('installation.state', '!=', 'UNINSTALLED')
    .execute()
}

/** Who owns a thing that changed, or undefined when it is gone. */
export async function changeOwner(db: Db, kind: OwnedKind, id: string): Promise<ChangeOwner | undefined> {
  const [before = '', after = ''] = owners[kind].split('$1')
  const { rows } = await sql<{
    id: string
    shared: boolean | null
    test: boolean
  }>`${sql.raw(before)}${id}${sql.raw(after)}`.execute(db)
  const [row] = rows
  return row === undefined ? undefined : { organizationId: row.id, shared: row.shared === true, test: row.test }
}
