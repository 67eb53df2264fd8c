import { Failure } from '@mkt/contract/errors'
import { variants } from '@mkt/manifest'
import type { Platform } from '../../actions/platform/platform.ts'
import { findMissingPaths } from '../../actions/registration/find-missing-paths.ts'
import { changeTenant, disconnectTenant } from '../../actions/tenant/change-tenant.ts'
import { connectSandbox } from '../../actions/tenant/connect-sandbox.ts'
import { connectTenant } from '../../actions/tenant/connect-tenant.ts'
import { readSchema } from '../../actions/tenant/read-schema.ts'
import { replaceCredentials } from '../../actions/tenant/replace-credentials.ts'
import { testTenant } from '../../actions/tenant/test-tenant.ts'
import type { Subject } from '../../domain/accounts/access.ts'
import { pageOf, toPage } from '../../domain/platform/page.ts'
import { atGateway } from '../../domain/registration/registration.ts'
import { connectionState } from '../../domain/tenant/connection.ts'
import type { MissingPath } from '../../domain/tenant/tenant-schema.ts'
import { type ListedRegistration, registrationsPage } from '../../store/registration/registrations.ts'
import { type Connection, connectionsOf } from '../../store/tenant/connections.ts'
import { type Credential, credentialsOf } from '../../store/tenant/credentials.ts'
import { type Tenant, tenantById, tenantsOf } from '../../store/tenant/tenants.ts'
import { notFound, organizationSubject } from '../http/find.ts'
import { type Route, route } from '../http/route.ts'
import { credentialMark } from './credential-mark.ts'
import { schemaAnswer } from './schema-answer.ts'

function connectionAnswer(row: Connection | undefined) {
  return {
    state: connectionState(row),
    checkedAt: row?.checkedAt?.toISOString() ?? null,
    latencyMs: row?.latencyMs ?? null,
    since: row?.since?.toISOString() ?? null,
    reason: row?.reason ?? null,
    nextCheckAt: row?.nextCheckAt?.toISOString() ?? null,
  }
}

function answer(tenant: Tenant, credentials: readonly Credential[], connections: ReadonlyMap<string, Connection>) {
  const own = credentials.filter((row) => row.tenantId === tenant.id && row.installationId === null)
  return {
    id: tenant.id,
    organizationId: tenant.organizationId,
    name: tenant.name,
    variant: tenant.variant,
    apiUrl: tenant.apiUrl,
    hostName: tenant.hostName,
    tenantLocator: tenant.tenantLocator,
    relay: tenant.relay,
    credentials: Object.fromEntries(own.map((row) => [row.kind, credentialMark(row)])),
    connection: connectionAnswer(connections.get(tenant.id)),
    createdAt: tenant.createdAt.toISOString(),
  }
}

function registrationAnswer(platform: Platform, row: ListedRegistration, missing: readonly MissingPath[]) {
  const wanted = atGateway(row.wanted, platform.addresses.gatewayUrl)
  return {
    installationId: row.installationId,
    installationName: row.installationName,
    listing: row.listing,
    state: row.state,
    webhooks: wanted.webhooks,
    autofill: wanted.autofill,
    externalRaters: wanted.raters.map(({ name, url }) => ({ name, url })),
    difference: row.difference,
    missingPaths: [...missing],
    failure: row.failure,
    checkedAt: row.checkedAt?.toISOString() ?? null,
  }
}

async function one(platform: Platform, id: string) {
  const tenant = await tenantById(platform.db, id)
  if (tenant === undefined) throw notFound()
  return answer(tenant, await credentialsOf(platform.db, [id]), await connectionsOf(platform.db, [id]))
}

async function tenantSubject(platform: Platform, id: string): Promise<Subject & { tenant: Tenant }> {
  const tenant = await tenantById(platform.db, id)
  if (tenant === undefined) throw notFound()
  return { organizationId: tenant.organizationId, tenant }
}

export function tenantRoutes(platform: Platform): Route[] {
  const subject = ({ params }: { params: { id: string } }) => tenantSubject(platform, params.id)
  return [
    route('createTenant', {
      subject: ({ params }) => organizationSubject(platform, params.org),
      async handle({ subject: { organization }, body, ...origin }) {
        const tenant = await connectTenant(platform, { organization, ...body }, origin)
        return one(platform, tenant.id)
      },
    }),
    route('getSandbox', {
      subject: ({ params }) => organizationSubject(platform, params.org),
      async handle() {
        const { sandbox = {} } = platform.policy
        return { variants: variants.filter((variant) => sandbox[variant] !== undefined) }
      },
    }),
    route('createSandboxTenant', {
      subject: ({ params }) => organizationSubject(platform, params.org),
      async handle({ subject: { organization }, body, ...origin }) {
        const tenant = await connectSandbox(platform, organization, body.variant, origin)
        if (tenant === undefined) throw new Failure('not_found', 'This platform has no sandbox of that variant.')
        return one(platform, tenant.id)
      },
    }),
    route('listTenants', {
      subject: ({ params }) => organizationSubject(platform, params.org),
      async handle({ subject: { organization }, query }) {
        const page = pageOf(query)
        const rows = await tenantsOf(platform.db, { ...query, organizationId: organization.id }, page)
        const ids = rows.map((row) => row.id)
        const [credentials, connections] = await Promise.all([
          credentialsOf(platform.db, ids),
          connectionsOf(platform.db, ids),
        ])
        return toPage(
          rows,
          page,
          (row) => row.id,
          (row) => answer(row, credentials, connections),
        )
      },
    }),
    route('getTenant', { subject, handle: ({ params }) => one(platform, params.id) }),
    route('changeTenant', {
      subject,
      async handle({ subject: { tenant }, body, ...origin }) {
        await changeTenant(platform, tenant, body, origin)
        return one(platform, tenant.id)
      },
    }),
    route('replaceTenantCredentials', {
      subject,
      async handle({ subject: { tenant }, body, ...origin }) {
        await replaceCredentials(platform, tenant, body.credentials, origin)
        return one(platform, tenant.id)
      },
    }),
    route('deleteTenant', {
      subject,
      async handle({ subject: { tenant }, ...origin }) {
        await disconnectTenant(platform, tenant, origin)
        return undefined
      },
    }),
    route('testTenant', {
      subject,
      async handle({ subject: { tenant }, ...origin }) {
        const sets = await testTenant(platform, tenant, origin)
        return { tenant: await one(platform, tenant.id), sets }
      },
    }),
    route('getTenantSchema', {
      subject,
      async handle({ subject: { tenant }, query }) {
        const { schema, readAt, stale } = await readSchema(platform, tenant, { refresh: query.refresh === 'true' })
        return schemaAnswer(schema, { readAt: readAt.toISOString(), stale })
      },
    }),
    route('listRegistrations', {
      subject,
      async handle({ subject: { tenant }, query }) {
        const page = pageOf(query)
        const rows = await registrationsPage(platform.db, { ...query, tenantId: tenant.id }, page)
        const ids = rows.map((row) => row.installationId)
        const missing = await findMissingPaths(platform, tenant, ids)
        return toPage(
          rows,
          page,
          (row) => row.installationId,
          (row) => registrationAnswer(platform, row, missing.get(row.installationId) ?? []),
        )
      },
    }),
  ]
}
