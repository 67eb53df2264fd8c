import { createHash } from 'node:crypto'
import { publicPathsOf } from '@mkt/manifest'
import { failurePolicyDefaults } from '../../domain/installation/failure-policy.ts'
import type { Route } from '../../domain/route/route.ts'

/** What the processes of a chaos run agree on, passed to them as JSON. */
export interface ChaosPlan {
  database: { host: string; port: number; user: string; database: string }
  masterKey: string
  callerSecret: string
  gatewayPort: number
  routes: { routeId: string; installationId: string; appPort: number }[]
  schedule: number[]
}

export function routesOf(plan: ChaosPlan): Route[] {
  return plan.routes.map(({ routeId, installationId, appPort }) => ({
    routeId,
    installationId,
    organizationId: 'org_chaos',
    listingId: `lst_${appPort}`,
    appName: 'chaos/app',
    releaseId: 'rel_1',
    version: '1.0.0',
    keyEpoch: 1,
    state: 'RUNNING',
    disabled: false,
    recording: false,
    onFailure: failurePolicyDefaults,
    sampling: false,
    shadow: null,
    revision: 1,
    releaseDigest: 'sha256:0',
    callerHashes: [createHash('sha256').update(plan.callerSecret).digest()],
    tenant: 'chaos',
    variant: 'connected',
    apiUrl: '',
    relay: 'off',
    tenantAccess: 'none',
    webhookPaths: new Set(['/hooks']),
    autofill: new Map(),
    raters: new Map(),
    publicPaths: publicPathsOf([]),
    awaited: false,
    instances: [{ id: `inst_${appPort}`, deploymentId: `dep_${appPort}`, address: `http://127.0.0.1:${appPort}` }],
  }))
}
