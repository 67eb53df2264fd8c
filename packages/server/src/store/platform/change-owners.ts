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

/** For each kind, whose the things are. */
const owners: Record<OwnedKind, string> = {
  listing: `select id, organization_id as "organizationId", state in (${quoted(shownStates)}) as shared, false as test from listing where id = any($1)`,
  release: `select r.id, l.organization_id as "organizationId", r.promoted_at is not null as shared, false as test from release r join listing l on l.id = r.listing_id where r.id = any($1)`,
  review: `select r.id, l.organization_id as "organizationId", false as shared, false as test from review r join listing l on l.id = r.listing_id where r.id = any($1)`,
  deployment: `select d.id, l.organization_id as "organizationId", false as shared, false as test from deployment d join listing l on l.id = d.listing_id where d.id = any($1)`,
  installation: `select id, organization_id as "organizationId", false as shared, test from installation where id = any($1)`,
  tenant: `select id, organization_id as "organizationId", false as shared, false as test from tenant where id = any($1)`,
  organization: `select id, id as "organizationId", false as shared, false as test from organization where id = any($1)`,
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

/** Who owns things that changed, by their ids; those that are gone are left out. */
export async function changeOwners(db: Db, kind: OwnedKind, ids: readonly string[]): Promise<Map<string, ChangeOwner>> {
  const [before = '', after = ''] = owners[kind].split('$1')
  const { rows } = await sql<ChangeOwner & { id: string }>`${sql.raw(before)}${[...ids]}${sql.raw(after)}`.execute(db)
  return new Map(rows.map(({ id, organizationId, shared, test }) => [id, { organizationId, shared, test }]))
}
